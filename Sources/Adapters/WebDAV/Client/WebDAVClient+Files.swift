import MirrorCore
import Transfer

/// The calls that a place needs. Paths are relative to the folder of the address.
extension WebDAVClient {
  /// What a folder has directly.
  struct Child: Sendable {
    let name: String
    let facts: FileFacts
  }

  /// Nil if there is no such file or folder.
  func facts(of path: String) async throws(WebDAVError) -> FileFacts? {
    try await facts(at: address.path(of: path))
  }

  /// - Parameter path: Percent-encoded, from the server's root on.
  func facts(at path: String) async throws(WebDAVError) -> FileFacts? {
    do throws(WebDAVError) {
      let entries = try await properties(of: path, depth: 0)
      guard let entry = entries.first else {
        throw WebDAVError(.other, "the server's answer says nothing of it")
      }
      return entry.facts
    } catch {
      guard error.kind == .missing else { throw error }
      return nil
    }
  }

  /// What a folder has, in no order; nil if there is no such folder.
  ///
  /// What does not lie in the folder, or has a name that no file can have, is left out.
  func children(of folder: String) async throws(WebDAVError) -> [Child]? {
    let path = address.path(of: folder, isFolder: true)
    let entries: [WebDAVEntry]
    do throws(WebDAVError) { entries = try await properties(of: path, depth: 1) } catch {
      guard error.kind == .missing else { throw error }
      return nil
    }
    let children = await pool.run { () -> [Child]? in
      let base = WebDAVListing.path(ofReference: path) ?? []
      let named = entries.compactMap { entry in
        WebDAVListing.name(of: entry, in: base).map { Child(name: $0, facts: entry.facts) }
      }
      // An answer for another path would be an empty folder.
      guard let itself = named.first(where: \.name.isEmpty) else { return nil }
      return itself.facts.kind == .folder ? named.filter { !$0.name.isEmpty } : []
    }
    guard let children else {
      throw WebDAVError(.other, "the server lists another folder than the one that was asked for")
    }
    return children
  }

  private func properties(
    of path: String, depth: Int
  ) async throws(WebDAVError) -> [WebDAVEntry] {
    let answer = try await propfind(path, depth: depth)
    guard let entries = await pool.run({ WebDAVListing.entries(answer.body) }) else {
      throw WebDAVError(.other, "the server's answer cannot be read")
    }
    return entries
  }

  private func propfind(
    _ path: String, depth: Int
  ) async throws(WebDAVError) -> TransferAnswer {
    var request = Request(.propfind, path)
    request.headers = [
      HTTPHeader("Depth", "\(depth)"), HTTPHeader("Content-Type", "application/xml"),
    ]
    request.body = .bytes(WebDAVListing.request)
    request.maximumBytes = depth == 0 ? 1 << 20 : Self.longestAnswer
    let status: Int
    do throws(WebDAVError) {
      let answer = try await answer(to: request)
      if answer.status == 207 { return answer }
      status = answer.status
    } catch {
      guard error.kind == .notAllowed else { throw error }
      status = 405
    }
    throw WebDAVError(.other, "the server answers status \(status): it is no WebDAV server")
  }

  /// Bytes that can still be stored; nil if the server does not say it.
  func available() async -> Int64? {
    let path = address.path(of: "", isFolder: true)
    guard let answer = try? await propfind(path, depth: 0) else { return nil }
    return await pool.run { WebDAVListing.available(answer.body) }
  }

  /// The first bytes of a file, or all of them; nil if there is no such file.
  /// - Throws: ``WebDAVError`` with ``WebDAVError/Kind/tooLarge`` if it is to be whole, and has more than `limit`.
  func bytes(
    of path: String, limit: Int, isWhole: Bool
  ) async throws(WebDAVError) -> [UInt8]? {
    var request = Request(.get, address.path(of: path))
    if !isWhole { request.headers.append(HTTPHeader("Range", "bytes=0-\(max(1, limit) - 1)")) }
    // A server may ignore the range, and an error's document may be longer than the file.
    request.maximumBytes = max(limit, isWhole ? 64 << 10 : 1 << 20)
    do throws(WebDAVError) {
      let answer = try await answer(to: request)
      let coding = answer.headers.first("content-encoding")?.lowercased() ?? "identity"
      guard coding == "identity" else {
        throw WebDAVError(.other, "the server compresses the file, which was not asked for")
      }
      guard answer.body.count <= limit || !isWhole else {
        throw WebDAVError(.tooLarge, "it has more than \(limit) bytes")
      }
      return Array(answer.body.prefix(limit))
    } catch {
      guard error.kind == .missing else { throw error.ofReading }
      return nil
    }
  }
}
