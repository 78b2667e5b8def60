import Foundation
import TestSupport

/// OpenSSL's test server with a self-signed certificate. Answers every request with a page of its
/// own.
final class TLSServer: Sendable {
  private let folder: TemporaryDirectory
  private let processID: Int32
  let port: Int
  /// The certificate that a client must trust.
  var certificate: String { folder.appending("certificate.pem") }

  /// - Parameters:
  ///   - name: the certificate's name, as in `subjectAltName`.
  ///   - responses: complete responses by their names, instead of the page.
  static func start(name: String, responses: [String: String] = [:]) async throws -> TLSServer {
    try await onOwnThread { try TLSServer(name: name, responses) }
  }

  private init(name: String, _ responses: [String: String]) throws {
    folder = try TemporaryDirectory()
    for (name, response) in responses {
      try Data(response.utf8).write(to: URL(filePath: folder.appending(name)))
    }
    let files = (key: folder.appending("key.pem"), certificate: folder.appending("certificate.pem"))
    let making = try Self.openssl(
      ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
        + ["-subj", "/CN=test", "-addext", "subjectAltName=\(name)", "-days", "2"]
        + ["-keyout", files.key, "-out", files.certificate])
    _ = making.output.readDataToEndOfFile()
    let server = try Self.openssl(
      ["s_server", "-accept", "127.0.0.1:0", responses.isEmpty ? "-www" : "-HTTP"]
        + ["-key", files.key, "-cert", files.certificate], in: folder.path)
    processID = server.processID
    port = Self.port(from: server.output)
  }

  /// Not SIGTERM, which a process started from here may inherit as blocked.
  deinit { kill(processID, SIGKILL) }

  private static func openssl(_ arguments: [String], in folder: String = "/") throws -> (
    processID: Int32, output: FileHandle
  ) {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
    process.arguments = arguments
    process.currentDirectoryURL = URL(filePath: folder)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    return (process.processIdentifier, output.fileHandleForReading)
  }

  /// Parsed from the line `ACCEPT 127.0.0.1:12345`.
  private static func port(from output: FileHandle) -> Int {
    var text = ""
    while !text.contains("ACCEPT") || !text.hasSuffix("\n") {
      let more = output.availableData
      if more.isEmpty { break }
      text += String(decoding: more, as: UTF8.self)
    }
    return Int(text.split(whereSeparator: { $0 == ":" || $0 == "\n" }).last ?? "") ?? 0
  }
}
