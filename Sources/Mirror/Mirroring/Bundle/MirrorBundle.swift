import Catalog
import Digests
import Foundation
import LocalFiles
import MirrorCore

/// Writes photos of a mirror as a package for an archive: a bag (BagIt 1.0, RFC 8493) with the photos, their sidecars
/// and lists of them. Changes nothing of the mirror, and can run while a run is writing.
///
/// The bytes of each file are compared with the catalog while its digests are computed: a photo with other bytes is left
/// out. An interrupted call can be repeated, and keeps the files that are there; of several bags, those that are finished.
public struct MirrorBundle: Sendable {
  /// What to write, with defaults.
  public struct Options: Sendable, Hashable {
    /// Which photos, by their metadata.
    public var filter = PhotoFilter()
    /// Titles or ids of albums; a photo needs one of them. Empty for all.
    public var albums: Set<String> = []
    /// Ids of photos; empty for all.
    public var photos: Set<String> = []
    /// Whether photos are included that their site shows to some people only.
    public var includesPrivate = false
    /// The digests of the manifests, by their names in BagIt: `sha256`, `sha512`, `md5`, `sha1`.
    public var digests = ["sha256", "sha512"]
    /// The metadata of the bag, which is completed.
    public var info = BagInfo()
    /// What the bag is compared with before it is written.
    public var profile: BagProfile?
    /// Whether files are hard links where that is possible.
    public var sharesFiles = false
    /// Whether a bag is one file, a tar archive.
    public var isTar = false
    /// Whether it has pages to look at the photos.
    public var hasGallery = false
    /// The most bytes of photos in a bag; with it, there may be several. Nil for no limit.
    public var maximumBytes: Int64?

    public init() {}
  }

  /// A list of the photos in the bag.
  public struct Document: Sendable {
    let name: String
    let head: [String]
    let foot: [String]
    let lines: @Sendable (ExportedPhoto) -> [String]

    /// - Parameter name: Relative to the bag's `data`.
    public init(
      _ name: String, head: [String] = [], foot: [String] = [],
      lines: @escaping @Sendable (ExportedPhoto) -> [String]
    ) {
      (self.name, self.head, self.foot, self.lines) = (name, head, foot, lines)
    }
  }

  /// What was done so far.
  public struct Totals: Sendable, Hashable {
    /// Photos that were chosen.
    public internal(set) var photos = 0
    /// Photos that are in a bag.
    public internal(set) var bundled = 0
    /// Files in the bags.
    public internal(set) var files = 0
    /// Their bytes.
    public internal(set) var byteCount: Int64 = 0
    /// Photos that are left out because their files are missing or have other bytes.
    public internal(set) var leftOut = 0
    /// The paths of the bags.
    public internal(set) var bags: [String] = []

    fileprivate mutating func add(_ bag: BagGroup.Finished) {
      (bundled, leftOut, files) = (
        bundled + bag.bundled, leftOut + bag.leftOut, files + bag.files
      )
      byteCount = byteCount.addingClamped(bag.byteCount)
    }
  }

  /// A step, in order.
  public enum Step: Sendable, Hashable {
    case progress(Totals)
    /// The photo at a path, relative to the mirror, is left out for this reason.
    case leftOut(path: String, reason: String)
  }

  let mirror: Mirror
  let path: String
  let options: Options
  let documents: [Document]

  /// - Parameters:
  ///   - path: The bag's folder, which is missing, empty, or an unfinished bag; or the tar archive, which must not exist;
  ///     with a limit of bytes, the folder of the bags.
  ///   - documents: Lists of the photos, beside them.
  public init(
    of mirror: Mirror, to path: String, _ options: Options = Options(), documents: [Document] = []
  ) {
    (self.mirror, self.options, self.documents) = (mirror, options, documents)
    self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }

  /// - Throws: ``MirrorError`` if there is no mirror, if no photo is chosen, if the profile asks for something else, or
  ///   if the bag cannot be written; `CancellationError` if the task is cancelled.
  public func run(_ tell: (Step) -> Void) async throws -> Totals {
    // The entries of an archive follow each other.
    let threads = options.isTar ? 1 : ProcessInfo.processInfo.activeProcessorCount
    return try await mirror.open(.reading, diskThreads: threads, niceness: 10) { open in
      try await open.withStore(writes: false) { store in
        let group = try await BagGroup.opened(for: self, in: open) { try await groups(in: open) }
        var totals = Totals()
        totals.photos = group.bags.reduce(0) { $0 + $1.count }
        guard totals.photos > 0 else { throw MirrorError.directory("no photo is chosen") }
        for place in group.bags.indices {
          try await write(place, of: group, in: open, store, &totals, tell)
        }
        await open.disk.run { group.end() }
        return totals
      }
    }
  }

  private func write(
    _ place: Int, of group: BagGroup, in open: OpenMirror, _ store: OpenedStore,
    _ totals: inout Totals, _ tell: (Step) -> Void
  ) async throws {
    let bag =
      options.maximumBytes == nil
      ? path : "\(path)/bag-\(place + 1)" + (options.isTar ? ".tar" : "")
    totals.bags.append(bag)
    let isTar = options.isTar
    if let known = await open.disk.run({ group.finished(place, at: bag, isTar: isTar) }) {
      totals.add(known)
      return tell(.progress(totals))
    }
    let writer = try await BagWriter(self, at: bag, group, place, open, store)
    try await writer.write(group.bags[place], &totals, tell)
  }

  /// The rows of the chosen photos, those of each bag.
  private func groups(in open: OpenMirror) async throws -> [[Int64]] {
    var (groups, size) = ([[Int64]](), Int64(0))
    for try await rows in open.catalog.exported(batch: 500) {
      for (row, photo) in rows where isChosen(photo) {
        size = size.addingClamped(photo.byteCount)
        if groups.isEmpty || size > options.maximumBytes ?? .max {
          groups.append([])
          size = photo.byteCount
        }
        groups[groups.count - 1].append(row)
      }
    }
    return groups
  }

  private func isChosen(_ photo: ExportedPhoto) -> Bool {
    if photo.isPrivate, !options.includesPrivate { return false }
    if !options.photos.isEmpty, !options.photos.contains(photo.photo.id) { return false }
    let albums = options.albums
    if !albums.isEmpty,
      !photo.albums.contains(where: { albums.contains($0.title) || albums.contains($0.album) })
    {
      return false
    }
    return options.filter.exclusion(of: photo.photo) == nil
  }
}
