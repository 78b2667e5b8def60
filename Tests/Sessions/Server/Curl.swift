import Foundation
import TestSupport

/// curl's result of one request, as an independent client.
struct Curl {
  /// curl's exit code: 0, or why the response is incomplete (curl(1), section EXIT CODES).
  let exitCode: Int32?
  let status: Int
  /// Names in lower case.
  let headers: [String: String]
  let body: Data

  /// - Parameter options: options of curl besides the address.
  static func get(_ address: String, _ options: [String]) async throws -> Curl {
    let folder = try TemporaryDirectory()
    let head = folder.appending("head")
    let body = folder.appending("body")
    let run = try await CommandRun.run(
      "/usr/bin/env", ["curl", "-sS", "-D", head, "-o", body] + options + [address])
    return Curl(
      exitCode: run.exitCode, head: (try? String(contentsOfFile: head, encoding: .utf8)) ?? "",
      body: FileManager.default.contents(atPath: body) ?? Data())
  }

  private init(exitCode: Int32?, head: String, body: Data) {
    let lines = head.split(whereSeparator: \.isNewline)
    self.exitCode = exitCode
    self.body = body
    status = lines.first.flatMap { Int($0.split(separator: " ")[1]) } ?? 0
    let pairs = lines.dropFirst().compactMap { line -> (String, String)? in
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { return nil }
      return (parts[0].lowercased(), parts[1].trimmingCharacters(in: .whitespaces))
    }
    headers = Dictionary(pairs) { first, _ in first }
  }

  var text: String { String(decoding: body, as: UTF8.self) }
}
