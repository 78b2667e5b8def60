import Locking
import MirrorCore
import ProviderKit
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
    try await pictures.mapConcurrently(width: Self.width) { picture in
      try await first(of: picture, SidecarPhoto.init)
    }
  }

  /// What the files beside pictures say, in their order: a sidecar of this program, or else another tool's note; nil of a
  /// picture without one.
  func notes(of pictures: [FoundFiles.Picture]) async throws -> [PhotoNote?] {
    try await pictures.mapConcurrently(width: Self.width) { picture in
      let other = Locked<PhotoNote?>(nil)
      let sidecar = try await first(of: picture) { bytes, format throws(SidecarError) in
        do throws(SidecarError) { return try SidecarPhoto(bytes, as: format) } catch {
          let note = PhotoNote(bytes, as: format)
          other.withLock { $0 = $0 ?? note }
          throw error
        }
      }
      return switch sidecar {
      case .success(let sidecar): PhotoNote(sidecar)
      case .failure: other.withLock(\.self)
      }
    }
  }

  /// - Parameter parse: Gets each sidecar, until it takes one.
  private func first(
    of picture: FoundFiles.Picture,
    _ parse: @escaping @Sendable ([UInt8], SidecarFormat) throws(SidecarError) -> SidecarPhoto
  ) async throws -> Result<SidecarPhoto, SidecarError> {
    var failure = SidecarError("it has no sidecar")
    for sidecar in picture.sidecars {
      do throws(StorageError) {
        guard
          let bytes = try await destination.read(
            sidecar.path, limit: SidecarPhoto.longest)
        else { continue }
        let result = await disk.run {
          Result { () throws(SidecarError) in try parse(bytes, sidecar.format) }
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

extension PhotoNote {
  /// What a sidecar of this program says.
  fileprivate init(_ sidecar: SidecarPhoto) {
    self.init(id: sidecar.photo.id, provider: sidecar.provider, page: sidecar.photo.pageURL)
    (photo, origin) = (sidecar.photo, sidecar.origin)
  }

  /// What another tool wrote; nil if it names no photo.
  fileprivate init?(_ bytes: [UInt8], as format: SidecarFormat) {
    let text = String(decoding: bytes, as: UTF8.self)
    let note =
      switch format {
      case .xmp: PhotoNote(xmp: text)
      case .json: (try? JSONValue(parsing: text)).flatMap { PhotoNote(json: $0) }
      }
    guard let note else { return nil }
    self = note
  }
}
