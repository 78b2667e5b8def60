import Digests
import Foundation
import LocalFiles
import MirrorCore
import SystemCalls
import Transfer

/// Stored files, on this machine and by their bytes.
extension WebDAVPlace {
  /// What a folder has, without what is there only while it is stored; none if there is no such folder.
  func entries(of folder: String) async throws(WebDAVError) -> [WebDAVClient.Child] {
    try await client.children(of: folder) ?? []
  }

  func look(for path: String) async throws(WebDAVError) -> FileFacts? {
    try await client.facts(of: path)
  }

  /// A copy in the workspace; the next run deletes what a kill leaves.
  package func take(_ path: String, limit: Int64) async throws(StorageError) -> TakenFile? {
    // Only the workspace is local, so the directory may not exist yet.
    try await pool.run { () throws(StorageError) in
      do throws(MirrorError) { _ = try directory.prepare() } catch { throw StorageError(error) }
    }
    let file = directory.parts + "/copy-\(UUID().uuidString).new"
    do throws(WebDAVError) {
      let request = WebDAVClient.Request(.get, client.address.path(of: path))
      try await client.download(request, to: file, limit: limit)
      return TakenFile(path: file, isCopy: true)
    } catch {
      try? PartFile.remove(at: file)
      if error.kind == .missing { return nil }
      throw StorageError(error.ofReading, "read", "\(name)/\(path)")
    }
  }

  package func release(_ file: TakenFile) async {
    await pool.run { _ = LinkFree.unlink(file.path) }
  }

  /// What the bytes of a file are, which are read for that.
  func readFacts(of path: String) async throws(StorageError) -> FileFacts? {
    guard let copy = try await take(path, limit: .max) else { return nil }
    let result = await pool.run {
      defer { LinkFree.unlink(copy.path) }
      return Result { () throws(DigestError) in
        var facts = FileFacts(.file, byteCount: DurableFile.size(of: copy.path) ?? 0)
        facts.proof = try FileDigest.hex(.sha256, ofFileAt: copy.path)
        return facts
      }
    }
    return try result.mapError { StorageError(.directory($0.message)) }.get()
  }
}
