import Digests
import Foundation
import MirrorCore
import SystemCalls
import Transfer
import WebText

extension WebDAVPlace {
  package func make(_ group: [PlaceChange]) async throws(StorageError) -> [ChangeOutcome] {
    var outcomes: [ChangeOutcome] = []
    for change in group { outcomes.append(try await make(change)) }
    return outcomes
  }

  private func make(_ change: PlaceChange) async throws(StorageError) -> ChangeOutcome {
    switch change {
    case .write(let file):
      return try await attempt(isOptional: file.isOptional) { () throws(StorageError) in
        try await told("store", file.path) { () throws(WebDAVError) in try await write(file) }
      }
    case .move(let move):
      return try await attempt(isOptional: move.isOptional) { () throws(StorageError) in
        try await told("move", move.path) { () throws(WebDAVError) in try await self.move(move) }
      }
    case .remove(let path):
      try await told("delete", path) { () throws(WebDAVError) in try await remove(path) }
      return .done
    }
  }

  private func write(_ file: PlaceWrite) async throws(WebDAVError) -> ChangeOutcome {
    let upload: Upload
    switch file.content {
    case .stored: return .done
    case .bytes(let bytes): upload = await pool.run { Upload(bytes) }
    case .part(let part), .copy(of: let part):
      let made = await pool.run { Result { () throws(DigestError) in try Upload(fileAt: part) } }
      do throws(DigestError) { upload = try made.get() } catch {
        throw WebDAVError(.other, error.message)
      }
    }
    guard try await store(upload, file) else {
      if file.rule == .keep { return .kept }
      throw WebDAVError(.exists, "another file has this name")
    }
    if case .part(let part) = file.content { await pool.run { _ = LinkFree.unlink(part) } }
    return .done
  }

  /// Sends a file under a name of the mirror's own, and then moves it.
  /// - Returns: False if another file with the name stays.
  private func store(_ upload: Upload, _ file: PlaceWrite) async throws(WebDAVError) -> Bool {
    let scratch = Self.newScratch()
    do throws(WebDAVError) {
      try await send(upload, to: scratch, modifiedAt: file.modifiedAt)
      if case .file = upload.body { try await check(scratch, upload) }
      if try await rename(scratch, to: file.path, byteCount: upload.byteCount) { return true }
      if file.rule == .replace {
        // The server would delete a folder with this name, and all in it.
        guard try await look(for: file.path)?.kind != .folder else {
          throw WebDAVError(.entry, "a folder has this name")
        }
        return try await rename(
          scratch, to: file.path, byteCount: upload.byteCount, replaces: true)
      }
    } catch {
      try? await delete(scratch)
      throw error
    }
    try? await delete(scratch)
    return false
  }

  func send(
    _ upload: Upload, to path: String, modifiedAt: Int64? = nil
  ) async throws(WebDAVError) {
    var request = WebDAVClient.Request(.put, client.address.path(of: path))
    request.body = upload.body
    request.headers = [
      HTTPHeader("Content-Type", "application/octet-stream"),
      // Of ownCloud and what follows it; others ignore them.
      HTTPHeader("OC-Checksum", "SHA256:\(upload.sha256)"),
    ]
    if let modifiedAt { request.headers.append(HTTPHeader("X-OC-Mtime", "\(modifiedAt)")) }
    _ = try await inFolder(of: path) { [request] () throws(WebDAVError) in
      try await client.answer(to: request)
    }
  }

  /// Whether the server has all bytes of a photo: it may have run out of room, or of time.
  private func check(_ path: String, _ upload: Upload) async throws(WebDAVError) {
    let stored = try await look(for: path)
    guard stored?.byteCount == upload.byteCount else {
      throw WebDAVError(
        .entry,
        "the server has \(stored?.byteCount ?? 0) of \(upload.byteCount) bytes, and no error")
    }
  }

  private func move(_ move: PlaceMove) async throws(WebDAVError) -> ChangeOutcome {
    guard !move.path.utf8.elementsEqual(move.other.utf8) else { return .done }
    guard let facts = try await look(for: move.path) else {
      if move.ifMissing == .skip { return .missing }
      guard try await look(for: move.other) != nil else {
        throw WebDAVError(.missing, "there is no such file")
      }
      return .done
    }
    if try await rename(move.path, to: move.other, byteCount: facts.byteCount) { return .done }
    if move.ifTaken == .skip { return .taken }
    throw WebDAVError(.exists, "another file already exists at \(move.other)")
  }

  private func remove(_ path: String) async throws(WebDAVError) {
    guard let facts = try await look(for: path) else { return }
    // The server would delete all in it.
    guard facts.kind != .folder else { throw WebDAVError(.entry, "it is a folder") }
    try await delete(path)
  }

  /// Deletes a file; succeeds if there is none.
  func delete(_ path: String) async throws(WebDAVError) {
    do throws(WebDAVError) {
      try await client.answer(to: .init(.delete, client.address.path(of: path)))
    } catch {
      guard error.kind == .missing else { throw error }
    }
  }
}

/// Names on the server.
extension WebDAVPlace {
  /// Gives a file another name, in a folder that is made if it is missing. If the answer is lost although the move was
  /// made, the old name is gone, and the new one has a file of the same length.
  /// - Parameter replaces: Whether another file with the name is replaced; never true for a folder.
  /// - Returns: False if another file has the name.
  func rename(
    _ path: String, to other: String, byteCount: Int64, replaces: Bool = false
  ) async throws(WebDAVError) -> Bool {
    try await inFolder(of: other) { () throws(WebDAVError) in
      try await renameOnce(path, to: other, byteCount: byteCount, replaces: replaces)
    }
  }

  /// Makes the folder of a file, and calls `body`: twice if somebody has removed the folder since it was made.
  private func inFolder<Result>(
    of path: String, _ body: () async throws(WebDAVError) -> Result
  ) async throws(WebDAVError) -> Result {
    try await makeFolder(path.parent)
    do throws(WebDAVError) { return try await body() } catch {
      guard [.noFolder, .missing].contains(error.kind) else { throw error }
      forget(path.parent)
      try await makeFolder(path.parent)
      return try await body()
    }
  }

  private func renameOnce(
    _ path: String, to other: String, byteCount: Int64, replaces: Bool
  ) async throws(WebDAVError) -> Bool {
    let address = client.address
    let request = WebDAVClient.Request(
      .move, address.path(of: path),
      [
        HTTPHeader("Destination", address.origin + address.path(of: other)),
        HTTPHeader("Overwrite", replaces ? "T" : "F"),
      ])
    let failure: WebDAVError
    do throws(WebDAVError) {
      try await client.answer(to: request)
      // WsgiDAV cuts a name at a semicolon or a question mark, and reports no error.
      guard !other.isPlain, try await look(for: other)?.byteCount != byteCount else { return true }
      failure = WebDAVError(.entry, "the server gave the file another name")
    } catch { failure = error }
    if try await look(for: path) == nil {
      if try await look(for: other)?.byteCount == byteCount { return true }
      throw failure
    }
    switch failure.kind {
    case .exists: return false
    // The file could be stored under another name.
    case .forbidden: throw WebDAVError(.entry, failure.message)
    default: throw failure
    }
  }

  /// Makes a folder with those above it, unless it is known to exist.
  func makeFolder(_ path: String) async throws(WebDAVError) {
    try await makeFolder(components(of: path))
  }

  private func components(of path: String) -> [String] {
    client.address.folder + path.pathParts.filter { !$0.isEmpty }
  }

  /// Notes that a folder, and those above it, may be missing.
  private func forget(_ path: String) {
    let key = components(of: path).map { Array($0.utf8) }
    folders.withLock { $0 = $0.filter { !key.starts(with: $0) } }
  }

  /// Notes that the folder of the place exists.
  func noteFolder() {
    let key = components(of: "").map { Array($0.utf8) }
    _ = folders.withLock { $0.insert(key) }
  }

  /// - Parameter components: From the server's root on.
  private func makeFolder(_ components: [String]) async throws(WebDAVError) {
    let key = components.map { Array($0.utf8) }
    guard !components.isEmpty, !folders.withLock({ $0.contains(key) }) else { return }
    let path = components.map { "/" + $0.percentEncoded() }.joined() + "/"
    do throws(WebDAVError) { try await make(path) } catch {
      guard [.noFolder, .missing].contains(error.kind), components.count > 1 else { throw error }
      try await makeFolder(components.dropLast())
      try await make(path)
    }
    _ = folders.withLock { $0.insert(key) }
  }

  /// Succeeds if the folder exists.
  private func make(_ path: String) async throws(WebDAVError) {
    do throws(WebDAVError) { try await client.answer(to: .init(.mkcol, path)) } catch {
      // RFC 4918, section 9.3.1
      if error.kind == .notAllowed { return }
      // Another task made it at the same time: Apache answers 403 then.
      guard ![.noFolder, .missing].contains(error.kind),
        try await client.facts(at: path)?.kind == .folder
      else { throw error }
    }
  }
}

/// What is sent.
struct Upload: Sendable {
  let body: TransferBody
  let sha256: String
  var byteCount: Int64 { body.count }

  init(_ bytes: [UInt8]) {
    (body, sha256) = (.bytes(bytes), DigestAlgorithm.sha256.hex(of: bytes))
  }

  /// Reads the file, and so blocks.
  init(fileAt path: String) throws(DigestError) {
    sha256 = try FileDigest.hex(.sha256, ofFileAt: path)
    body = .file(path, offset: 0, count: FileStatus(linkFree: path)?.size ?? 0)
  }
}

extension String {
  /// Whether it has no ASCII characters but those that mean nothing in an address, slashes and spaces.
  fileprivate var isPlain: Bool {
    utf8.allSatisfy {
      PercentEncoding.isUnreserved($0) || $0 >= 0x80 || $0 == UInt8(ascii: "/") || $0 == 0x20
    }
  }
}
