import LocalFiles
import MirrorCore
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
    let file = try await newCopy()
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
}
