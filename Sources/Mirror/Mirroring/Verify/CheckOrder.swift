import Catalog
import MirrorCore

extension Verification {
  /// How much a verification reads of the files that were not read for longest; nil: no limit.
  public struct Bounds: Sendable, Hashable {
    /// No file is begun after this time.
    public var time: Duration?
    /// A share of the photos, in percent.
    public var percent: Double?
    /// Only files that were not read for so long.
    public var age: Duration?
    /// Bytes of files, as the catalog records them.
    public var byteCount: Int64?

    public init() {}

    /// No limit.
    public static let none = Bounds()
  }
}

/// The photos to check, batch by batch: in the order of the mirroring, or those first whose files were not read for
/// longest.
struct CheckOrder {
  private static let batchSize = 200
  /// Photos of a batch in a quick verification, which reads few files: each batch opens the catalog again.
  private static let quickBatchSize = 2000
  /// Photos of a batch whose time is limited, which is looked at between batches.
  private static let timedBatchSize = 8
  /// The places that one sort of all photos gives: 1.6 MB.
  private static let planSize = 100_000

  private let isOldestFirst: Bool
  private let batchSize: Int
  private let deadline: ContinuousClock.Instant?
  /// Only files that were read before this time, in seconds since 1970.
  private let end: Int64
  /// When the verification began.
  private let now: Int64
  private var photosLeft: Int
  private var bytesLeft: Int64
  private var last: Int64
  private var place = ReadingPlace.start
  private var planned: ArraySlice<ReadingPlace> = []
  /// Whether no photo is behind the planned ones.
  private var isLastPlan = false
  private var hasTaken = false

  /// - Parameters:
  ///   - last: The last photo that was checked before, in the order of the mirroring; 0 for none.
  ///   - total: Photos of the mirror.
  init(_ options: Verification.Options, after last: Int64, total: Int) {
    let bounds = options.bounds
    (isOldestFirst, self.last) = (options.readsOldestFirst, last)
    batchSize = options.isQuick ? Self.quickBatchSize : Self.batchSize
    deadline = bounds.time.map { ContinuousClock.now + $0 }
    now = Catalog.now()
    end = now - (bounds.age?.components.seconds ?? -1)
    photosLeft = bounds.percent.map { Int((Double(total) * $0 / 100).rounded(.up)) } ?? .max
    bytesLeft = bounds.byteCount ?? .max
  }

  /// Empty after the last photo, or when a bound is reached.
  mutating func next(in open: OpenMirror) async throws -> [StoredPhoto] {
    guard isOldestFirst else {
      let photos = try await open.perform { [last, batchSize] in
        try $0.expected(after: last, limit: batchSize)
      }
      last = photos.last?.file.id ?? last
      return photos
    }
    if let deadline, ContinuousClock.now >= deadline { return [] }
    while true {
      let count = min(deadline == nil ? batchSize : Self.timedBatchSize, photosLeft)
      if planned.isEmpty, !isLastPlan {
        planned = try await open.perform { [place, end, now] in
          try $0.longestUnread(after: place, before: end, now: now, limit: Self.planSize)
        }[...]
        isLastPlan = planned.count < Self.planSize
      }
      let places = planned.prefix(count)
      guard let end = places.last else { return [] }
      (planned, place) = (planned.dropFirst(places.count), end)
      let photos = try await open.perform { try $0.expected(places.map(\.photo)) }
      guard photos.isEmpty else { return taken(of: photos) }
    }
  }

  /// The photos within the bounds. The first one is read whatever its size, so that each verification goes on.
  private mutating func taken(of photos: [StoredPhoto]) -> [StoredPhoto] {
    var taken: [StoredPhoto] = []
    for photo in photos {
      let isFirst = bytesLeft == .max || taken.isEmpty && !hasTaken
      guard isFirst || photo.file.byteCount <= bytesLeft else {
        photosLeft = 0
        return taken
      }
      if bytesLeft != .max { bytesLeft = max(0, bytesLeft - photo.file.byteCount) }
      taken.append(photo)
    }
    hasTaken = true
    photosLeft -= photosLeft == .max ? 0 : taken.count
    return taken
  }
}
