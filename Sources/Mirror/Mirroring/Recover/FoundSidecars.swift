import MirrorCore
import Sidecars
import Threads

/// Reads the sidecars beside files that a catalog does not know.
struct FoundSidecars: Sendable {
  /// Requests at once to a store.
  private static let width = FileRecovery.width

  let destination: MirrorFiles
  let disk: ThreadPool

  /// What the sidecars of pictures say, in their order: the first that can be read.
  func read(
    of pictures: [FoundFiles.Picture]
  ) async throws -> [Result<SidecarPhoto, SidecarError>] {
    try await pictures.mapConcurrently(width: Self.width) { try await sidecar(of: $0) }
  }

  private func sidecar(
    of picture: FoundFiles.Picture
  ) async throws -> Result<SidecarPhoto, SidecarError> {
    var failure = SidecarError("it has no sidecar")
    for sidecar in picture.sidecars {
      do throws(StorageError) {
        guard
          let bytes = try await destination.read(
            sidecar.path, limit: SidecarPhoto.longest)
        else { continue }
        let result = await disk.run {
          Result { () throws(SidecarError) in try SidecarPhoto(bytes, as: sidecar.format) }
        }
        guard case .failure(let error) = result else { return result }
        failure = SidecarError("\(sidecar.path): \(error.reason)")
      } catch {
        guard error.isOfEntry else { throw error }
        failure = SidecarError(error.error.message)
      }
    }
    return .failure(failure)
  }
}
