import Foundation
import MirrorCore
import WebText

/// What is tried before a place is used.
extension WebDAVPlace {
  /// The folder of files that are being sent.
  private static let incoming = ".photomirror/incoming"
  /// The file that tells whether the server keeps an existing one.
  private static let probed = ".photomirror/probe"
  /// What is sent for longer than this was left by a kill, in seconds.
  private static let leftoverAge: Int64 = 2 * 86_400
  private static let content = Upload(Array("photomirror\n".utf8))

  /// A new name in the folder of files that are being sent, with the time in it.
  static func newScratch() -> String {
    "\(incoming)/\(Int64(Date().timeIntervalSince1970))-\(UUID().uuidString)"
  }

  /// Whether a path is one of the place's own.
  static func isScratch(_ path: String) -> Bool { path == incoming || path == probed }

  /// Checks that the folder is there, or makes it, and that files can be stored in it so that none is replaced by chance: a
  /// server that ignores `Overwrite: F` would let two machines replace each other's photos.
  package func probe() async throws(MirrorError) {
    do throws(WebDAVError) {
      if let there = try await look(for: "") {
        guard there.kind == .folder else { throw WebDAVError(.entry, "it is no folder") }
        noteFolder()
      }
      try await makeFolder("")
      try await sweep()
      // The first time, the file may be new.
      for _ in 1...2 where try await !storesAnew() { return }
    } catch {
      throw StorageError(error, "use", name).error
    }
    throw .directory(
      "cannot use \(name): the server replaces an existing file although it is asked to keep it (Overwrite: F)",
      .store)
  }

  /// - Returns: Whether the file was stored: false if it was there, and stays.
  private func storesAnew() async throws(WebDAVError) -> Bool {
    let scratch = Self.newScratch()
    try await send(Self.content, to: scratch)
    do throws(WebDAVError) {
      if try await rename(scratch, to: Self.probed, byteCount: Self.content.byteCount) {
        return true
      }
    } catch {
      try? await delete(scratch)
      throw error
    }
    try await delete(scratch)
    return false
  }

  /// Deletes what killed processes left.
  private func sweep() async throws(WebDAVError) {
    let limit = Int64(Date().timeIntervalSince1970) - Self.leftoverAge
    for child in try await entries(of: Self.incoming) where child.facts.kind == .file {
      guard let time = Int64(child.name.prefix { $0 != "-" }), time < limit else { continue }
      try await delete("\(Self.incoming)/\(child.name)")
    }
  }

  package func rights() async -> StoreRights {
    var rights = StoreRights()
    rights.lists = await refusal { () throws(WebDAVError) in _ = try await entries(of: "") }
    do throws(MirrorError) { try await probe() } catch { rights.writes = error.message }
    rights.keepsExisting = rights.writes == nil
    rights.reads = await refusal { () throws(WebDAVError) in
      _ = try await client.bytes(of: Self.probed, limit: 1 << 10, isWhole: true)
    }
    let scratch = Self.newScratch()
    rights.deletes = await refusal { () throws(WebDAVError) in
      try await send(Self.content, to: scratch)
      try await delete(scratch)
    }
    return rights
  }

  private func refusal(
    _ request: () async throws(WebDAVError) -> Void
  ) async -> StoreRights.Refusal? {
    do throws(WebDAVError) {
      try await request()
      return nil
    } catch {
      return error.message
    }
  }
}
