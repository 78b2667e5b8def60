import Catalog
import MirrorCore

/// Compares two mirrors by the digests that their catalogs have, without reading a file. Changes nothing.
public struct MirrorComparison: Sendable {
  /// The result for a photo. Paths are relative to the mirror that has it.
  public enum Finding: Sendable, Hashable {
    /// The other mirror has a photo with the same bytes, under any name.
    case same(path: String)
    /// The other mirror has neither the bytes nor the photo.
    case onlyHere(path: String)
    /// This mirror has neither the bytes nor the photo.
    case onlyThere(path: String)
    /// Both have the photo, with other bytes.
    case changed(path: String, other: String)
  }

  /// The photos by their findings.
  public struct Totals: Sendable, Hashable {
    /// Photos of this mirror.
    public internal(set) var here = 0
    /// Photos of the other one.
    public internal(set) var there = 0
    /// Photos of this mirror whose bytes the other one has.
    public internal(set) var same = 0
    /// Photos that only this mirror has.
    public internal(set) var onlyHere = 0
    /// Photos that only the other mirror has.
    public internal(set) var onlyThere = 0
    /// Photos of both, with other bytes.
    public internal(set) var changed = 0

    /// Whether the mirrors differ.
    public var hasDifferences: Bool { onlyHere + onlyThere + changed > 0 }
  }

  /// The first half of a SHA-256: 16 bytes for each photo.
  private struct Key: Hashable {
    private let (first, second): (UInt64, UInt64)

    init(_ digest: String) {
      first = UInt64(digest.prefix(16), radix: 16) ?? 0
      second = UInt64(digest.dropFirst(16).prefix(16), radix: 16) ?? 0
    }
  }

  private static let batchSize = 500

  private let (mirror, other): (Mirror, Mirror)

  public init(of mirror: Mirror, with other: Mirror) { (self.mirror, self.other) = (mirror, other) }

  /// - Throws: ``MirrorError`` if one is no mirror, or a catalog cannot be read; `CancellationError`.
  public func run(_ tell: (Finding) -> Void) async throws -> Totals {
    try await mirror.open(.reading) { here in
      try await other.open(.reading) { there in
        let (own, others) = (try await Self.digests(of: here), try await Self.digests(of: there))
        var totals = Totals()
        for try await photos in here.catalog.stored(batch: Self.batchSize) {
          totals.here += photos.count
          let rest = photos.filter { !others.contains(Key($0.file.sha256)) }
          let twins = try await Self.twins(of: rest, of: here, in: there)
          let unknown = Set(rest.map(\.file.id))
          for photo in photos {
            let path = photo.file.path
            guard unknown.contains(photo.file.id) else {
              totals.count(.same(path: path), tell)
              continue
            }
            let twin = twins[photo.file.id]
            totals.count(
              twin.map { .changed(path: path, other: $0.path) } ?? .onlyHere(path: path), tell)
          }
        }
        for try await photos in there.catalog.stored(batch: Self.batchSize) {
          totals.there += photos.count
          let rest = photos.filter { !own.contains(Key($0.file.sha256)) }
          let twins = try await Self.twins(of: rest, of: there, in: here)
          for photo in rest {
            guard let twin = twins[photo.file.id] else {
              totals.count(.onlyThere(path: photo.file.path), tell)
              continue
            }
            // Otherwise the first pass found it.
            guard others.contains(Key(twin.sha256)) else { continue }
            totals.count(.changed(path: twin.path, other: photo.file.path), tell)
          }
        }
        return totals
      }
    }
  }

  private static func digests(of open: OpenMirror) async throws -> Set<Key> {
    var digests: Set<Key> = []
    for try await photos in open.catalog.stored(batch: batchSize) {
      for photo in photos { digests.insert(Key(photo.file.sha256)) }
    }
    return digests
  }

  /// The files of the other mirror's photos with the same ids at the same sites, by the rows of this one's.
  private static func twins(
    of photos: [StoredPhoto], of open: OpenMirror, in other: OpenMirror
  ) async throws -> [Int64: MirroredPhoto] {
    guard !photos.isEmpty else { return [:] }
    let known = try await open.perform { try $0.photos(photos.map(\.file.id)) }
    return try await other.perform { catalog in
      var twins: [Int64: MirroredPhoto] = [:]
      for (site, photos) in Dictionary(grouping: known, by: \.site) {
        let records = try catalog.known(photos.map(\.record.photo), site: site)
        let mirrored = records.values.filter(\.isMirrored).map(\.id)
        let files = try catalog.photos(mirrored)
        let byKey = Dictionary(files.map { ($0.record.photo, $0.file) }) { $1 }
        for photo in photos { twins[photo.record.id] = byKey[photo.record.photo] ?? nil }
      }
      return twins
    }
  }
}

extension MirrorComparison.Totals {
  fileprivate mutating func count(
    _ finding: MirrorComparison.Finding, _ tell: (MirrorComparison.Finding) -> Void
  ) {
    switch finding {
    case .same: same += 1
    case .onlyHere: onlyHere += 1
    case .onlyThere: onlyThere += 1
    case .changed: changed += 1
    }
    tell(finding)
  }
}
