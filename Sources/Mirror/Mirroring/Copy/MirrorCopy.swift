import Catalog
import Foundation
import Images
import LocalFiles
import MirrorCore

/// Makes or updates a copy of a mirror in another directory, which is a mirror of its own: photos, sidecars, thumbnails,
/// trash and catalog. Can run while a run is writing into the mirror.
///
/// It begins with a snapshot of the catalog, copies the files that it names, and puts the snapshot in the place of the
/// copy's catalog at the end. An interrupted copy continues with the same snapshot. Photos whose bytes are not the
/// catalog's are left out, so that damage is not copied. What the owner of the mirror let go is moved to the copy's
/// set-aside folder, never deleted; what the mirror merely lost stays.
public struct MirrorCopy: Sendable {
  /// How to copy, with defaults.
  public struct Options: Sendable, Hashable {
    /// Whether photos are hard links where that is possible: no second copy of their bytes.
    public var sharesFiles = false
    /// The limits for decoding a changed file.
    public var limits = ImageLimits()

    public init() {}
  }

  /// What was done so far.
  public struct Totals: Sendable, Hashable {
    /// Photos of the mirror.
    public internal(set) var photos = 0
    /// Photos compared so far.
    public internal(set) var checked = 0
    /// Photos that were copied.
    public internal(set) var copied = 0
    /// Files of the trash that were copied.
    public internal(set) var copiedTrash = 0
    /// Bytes of the copied photos and files of the trash.
    public internal(set) var byteCount: Int64 = 0
    /// Sidecars and thumbnails that were copied.
    public internal(set) var companions = 0
    /// Photos that are left out because their files are missing or have other bytes.
    public internal(set) var leftOut = 0
    /// Photos that a run changed meanwhile: the next copy has them.
    public internal(set) var changedMeanwhile = 0
    /// Sidecars and thumbnails that are left out because they are damaged; the copy keeps its own.
    public internal(set) var companionsLeftOut = 0
    /// Photos whose files the mirror lost, and the copy has.
    public internal(set) var lostInMirror = 0
    /// Files of the copy that were moved to its set-aside folder.
    public internal(set) var setAside = 0
  }

  /// A step, in order.
  public enum Step: Sendable, Hashable {
    case progress(Totals)
    /// A photo, its sidecar or its thumbnail is not copied for this reason. If the copy has it, that one stays.
    case leftOut(Verification.Finding)
  }

  let mirror: Mirror
  let copy: Mirror
  let options: Options

  /// - Parameter copy: Its directory is missing, empty, or has a copy of this mirror. If it has a store, that gets the
  ///   photos, and the directory the catalog.
  public init(of mirror: Mirror, to copy: Mirror, _ options: Options = Options()) {
    (self.mirror, self.copy, self.options) = (mirror, copy, options)
  }

  /// - Throws: ``MirrorError`` if there is no mirror, if the other directory has something else than a copy of it, or if
  ///   the storage fails; `CancellationError`, after which another call continues.
  public func run(_ tell: (Step) -> Void) async throws -> Totals {
    guard !mirror.directory.contains(copy.path) else {
      throw MirrorError.directory("\(copy.path) is in the mirror itself", .notACopy)
    }
    let identity = try await identity()
    return try await mirror.open(
      .reading, diskThreads: ProcessInfo.processInfo.activeProcessorCount, niceness: 10
    ) { open in
      let (location, copy) = try await open.perform { try stores($0) }
      let (target, isUnderway) = try await open.disk.run {
        let target = try CopyTarget(copy, of: identity)
        return (target, target.isUnderway)
      }
      return try await target.withSource(location, open) { source in
        try await target.withPlace(open) { place in
          let round = CopyRound(
            copy: self, open: open, source: source, target: target, place: place)
          var totals = Totals()
          if isUnderway {
            // What it leaves out is in the next round, whose snapshot is a new one.
            try await round.run(&totals, continues: true) { if case .progress = $0 { tell($0) } }
            (totals.checked, totals.leftOut, totals.changedMeanwhile) = (0, 0, 0)
          }
          try await round.run(&totals, continues: false, tell)
          return totals
        }
      }
    }
  }

  /// Where the mirror's photos are, and the copy. A store that is named for the copy and has the mirror's photos is
  /// meant as the mirror's, which is trusted by that.
  private func stores(_ catalog: Catalog) throws -> (StoreLocation?, Mirror) {
    var (mirror, copy) = (mirror, copy)
    if mirror.store == nil, let named = copy.store,
      try Mirror.store(recordedIn: catalog)?.name == named.name
    {
      (mirror.store, copy.store) = (named, nil)
    }
    return (try mirror.store(of: catalog), copy)
  }

  /// The mirror's id, which it gets if it has none.
  private func identity() async throws -> String {
    let known = try await mirror.open(.reading) { open in
      try await open.perform { try MirrorIdentity.of($0) }
    }
    if let known { return known }
    return try await mirror.open(.changing) { open in
      try await open.perform { try MirrorIdentity.of($0) ?? "" }
    }
  }
}
