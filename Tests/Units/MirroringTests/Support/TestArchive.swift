import Catalog
import Foundation
import Images
import Inspection
import LocalFiles
import MirrorCore
import ProviderKit
import TestSupport
import Threads

@testable import Mirroring

/// A mirror in a temporary folder, without a site: its photos are put there by the catalog, the decoder and the
/// directory that a run uses.
struct TestArchive {
  /// Of a thumbnail's longer edge, in pixels; a picture's is three times as long.
  static let edge = 16
  static let source = "site:all"

  let directory: MirrorDirectory
  /// The paths of the first photos, in the order of their rows.
  let paths: [String]
  private let folder: TemporaryDirectory

  /// A mirror with photos, after a complete listing.
  init(photos count: Int = 3) async throws {
    folder = try TemporaryDirectory()
    directory = MirrorDirectory(folder.appending("mirror"))
    paths =
      count == 0 ? [] : try await Self.add((1...count).map { Self.photo($0) }, to: directory)
  }

  /// A copy of another mirror's files, the state among them.
  init(copyOf other: TestArchive) throws {
    folder = try TemporaryDirectory()
    (directory, paths) = (MirrorDirectory(folder.appending("mirror")), other.paths)
    try FileManager.default.copyItem(atPath: other.directory.path, toPath: directory.path)
  }

  var mirror: Mirror {
    var mirror = Mirror(directory.path)
    mirror.galleryKey = [UInt8](repeating: 7, count: 32)
    return mirror
  }

  /// Records a digest that the photo's file does not have, as if its bytes had changed since.
  func recordAnotherDigest(ofPhoto index: Int) throws {
    let catalog = try catalog()
    let photo = try catalog.mirrored(after: 0, limit: 99)[index]
    try catalog.record([
      MirroredPhoto(
        id: photo.id, path: photo.path, format: photo.format, width: photo.width,
        height: photo.height, byteCount: photo.byteCount, sha256: String(repeating: "0", count: 64),
        label: photo.label, thumbnail: photo.thumbnail, storedAt: photo.storedAt)
    ])
  }

  /// Removes a photo's file, and records the loss as a run does.
  func lose(photo index: Int) throws {
    try remove(paths[index])
    let catalog = try catalog()
    for photo in try catalog.mirrored(after: 0, limit: 99) where photo.path == paths[index] {
      try catalog.noteLoss(ofPhoto: photo.id)
    }
  }

  /// A path outside of the mirror.
  func outside(_ name: String) -> String { folder.appending(name) }

  /// The catalog, to be read or changed while no task is.
  func catalog() throws -> Catalog { try Catalog(path: directory.catalog) }

  static func id(_ number: Int) -> String { "\(100_000 + number)" }

  /// A photo of a site, by its number.
  static func photo(_ number: Int) -> Photo {
    Photo(
      id: id(number), owner: "ada", title: "Photo \(number)", takenAt: "2024-05-06 07:08:09",
      tags: ["Sea"])
  }

  /// A picture of 48 x 32 pixels, or others; another id or version gives other pixels.
  static func picture(
    _ id: String, version: Int = 0, width: Int = 3 * edge, height: Int? = nil
  ) throws -> [UInt8] {
    let seed = (Int(id) ?? 0) &* 31 &+ version &* 7919
    let height = height ?? width * 2 / 3
    let bytes = (0..<width * height * 3).map { UInt8(truncatingIfNeeded: ($0 &* (seed | 1)) >> 3) }
    return try PNGEncoder.encode(
      PixelBuffer(width: width, height: height, channels: 3, bytes: bytes))
  }

  /// Mirrors photos as a run over a source that lists them does.
  /// - Returns: Their paths, in order.
  @discardableResult
  func add(
    _ photos: [Photo], of source: String = source, site: String = "site"
  ) async throws -> [String] {
    try await Self.add(photos, to: directory, of: source, site: site)
  }

  private static func add(
    _ photos: [Photo], to directory: MirrorDirectory, of source: String = source,
    site: String = "site"
  ) async throws -> [String] {
    _ = try directory.prepare()
    let pool = ThreadPool(name: "archive", width: 2)
    let catalog = try RunCatalog(at: .file(directory.catalog), source: source, provider: "site")
    let result = await Result { try await add(photos, to: directory, catalog, site, on: pool) }
    await catalog.close()
    await pool.shutdown()
    return try result.get()
  }

  private static func add(
    _ photos: [Photo], to directory: MirrorDirectory, _ catalog: RunCatalog, _ site: String,
    on pool: ThreadPool
  ) async throws -> [String] {
    let media = CodecInspector(pool: pool, limits: ImageLimits())
    let destination = MirrorFiles(
      in: DirectoryPlace(directory, pool: pool), extensions: CodecInspector.extensions)
    try await catalog.noteChoices(SourceChoices(size: .largest, thumbnailEdge: edge))
    _ = try await catalog.beginPass(isLimited: false)
    var page = PageAdmission()
    page.wanted = photos.enumerated().map { index, photo in
      .init(photo: photo, site: site, stem: FileStem(of: photo).path, index: index)
    }
    var stored: [MirroredPhoto] = []
    for (photo, record) in zip(photos, try await catalog.admit(page)) {
      let part = directory.part(ofPhoto: record.id)
      try Data(try picture(photo.id)).write(to: URL(filePath: part))
      let look = try await media.inspect(
        fileAt: part, thumbnail: ThumbnailChoice(edge: edge), digests: [])
      let path = record.stem + ".png"
      let sidecar = Companion.sidecar(
        Sidecar.bytes(of: photo, as: .xmp, provider: "site"), .xmp)
      let companions = [look.thumbnail?.companion(ofStem: record.stem), sidecar]
      let placed = await destination.place([
        Placement(path: path, picture: .part(part), companions: companions.compactMap(\.self))
      ])
      for result in placed { _ = try result.get() }
      stored.append(
        MirroredPhoto(
          id: record.id, path: path, format: look.format.name, width: look.width,
          height: look.height, byteCount: look.byteCount, sha256: look.sha256, label: "Large",
          thumbnail: look.thumbnail?.stored ?? .absent,
          storedAt: Int64(Date().timeIntervalSince1970)))
    }
    try await catalog.complete(stored)
    try await catalog.endPass(as: .complete, reason: nil)
    return stored.map(\.path)
  }
}

extension Result where Failure == any Error {
  fileprivate init(_ body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}
