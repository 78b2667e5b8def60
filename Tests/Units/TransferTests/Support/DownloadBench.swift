import Foundation
import TestSupport

@testable import Transfer

/// A folder, a part in it and an engine that downloads it from a scripted server.
struct DownloadBench {
  let folder: TemporaryDirectory
  let engine: TransferEngine
  var partPath: String { folder.appending("photo.part") }
  var statePath: String { partPath + ".json" }

  init(_ change: (inout TransferConfiguration) -> Void = { _ in }) throws {
    folder = try TemporaryDirectory()
    var configuration = TransferConfiguration()
    // Tests that make a server wait, perhaps for long on a busy machine, must not reach these
    // limits.
    (configuration.connectTimeout, configuration.stallTimeout) = (.seconds(3600), .seconds(3600))
    change(&configuration)
    engine = try TransferEngine(configuration)
  }

  func request(_ server: WireServer, _ target: String = "/photo.jpg") -> DownloadRequest {
    DownloadRequest(url: server.url(target), partPath: partPath)
  }

  func download(
    _ server: WireServer, _ change: (inout DownloadRequest) -> Void = { _ in }
  ) async throws -> Download {
    var request = request(server)
    change(&request)
    return try await engine.download(request)
  }

  /// The bytes of the part; nil if there is none.
  var part: [UInt8]? { FileManager.default.contents(atPath: partPath).map { [UInt8]($0) } }

  var state: ResumeState? { ResumeState.read(besidePart: partPath) }

  var hasState: Bool { FileManager.default.fileExists(atPath: statePath) }

  /// The names of the states that are written from now on, once they are complete.
  func states() throws -> some AsyncSequence<String, Never> {
    try FolderNotice.all(Int32(IN_CLOSE_WRITE), in: folder.path).map(\.name).filter {
      $0.hasSuffix(".json")
    }
  }

  /// Writes the first `count` bytes of `body` with the state that a server's response gave them.
  func leave(
    _ count: Int, of body: [UInt8], at url: String,
    headers: [HTTPHeader] = [HTTPHeader("etag", "\"one\"")],
    length: Bool = true
  ) throws {
    let head = ResponseHead(status: 200, headers: headers)
    let state = ResumeState(
      url: url, head: head, total: length ? Int64(body.count) : nil, md5: nil,
      bootID: ResumeState.currentBootID)
    _ = try PartFile.startOver(at: partPath)
    try state?.write(besidePart: partPath)
    try Data(body.prefix(count)).write(to: URL(fileURLWithPath: partPath))
  }

  static let etag = ["ETag: \"one\""]
}

/// Bytes that differ from position to position.
func photo(_ count: Int, seed: UInt32 = 1) -> [UInt8] {
  var state = seed
  return (0..<count).map { _ in
    state = state &* 1_664_525 &+ 1_013_904_223
    return UInt8(truncatingIfNeeded: state >> 24)
  }
}

/// The error of a transfer; nil if it succeeds.
func failure<Value>(_ body: () async throws -> Value) async -> TransferError? {
  do {
    _ = try await body()
    return nil
  } catch {
    return error as? TransferError
  }
}
