import Foundation
import Images
import LocalFiles
import Locking
import MirrorCore
import SystemCalls

/// The input of a fetch of units.
public struct UnitConfiguration: Sendable {
  /// The place in which the photos are stored.
  public var place: UnitFetch.Place
  /// The options that concern a photo and its transfer.
  public var options = MirrorOptions()
  /// Hosts that may be on this machine or in a private network: the addresses come from strangers.
  public var privateHosts: Set<String> = []
  /// Transfers from one host at the same time; nil for no limit but those that units state.
  public var hostJobs: Int?
  /// The processes that decode photos; nil: this process decodes them.
  public var decoders: DecoderProcesses?
  /// As in ``MirrorConfiguration/whenStuck``.
  public var whenStuck: (@Sendable (_ reason: String) -> Void)?

  public init(_ place: UnitFetch.Place) { self.place = place }
}

extension UnitFetch.Place {
  /// Nil for a directory.
  var location: StoreLocation? {
    switch self {
    case .directory: nil
    case .store(let location, _): location
    }
  }
}

extension WalkOptions {
  /// The options of units, for which no catalog keeps choices.
  init(ofUnits options: MirrorOptions) {
    self.init()
    choices = options.walk
    decoders = ProcessInfo.processInfo.activeProcessorCount
    thumbnailFormat = options.thumbnailFormat ?? thumbnailFormat
    fileTime = options.fileTime ?? fileTime
    sidecars = SidecarChoice(
      formats: options.sidecarFormats ?? sidecars.formats,
      naming: options.sidecarNaming ?? sidecars.naming)
  }
}

/// The directory with a fetch's unfinished files.
struct UnitScratch: Sendable {
  let directory: MirrorDirectory
  /// Whether it is removed at the end.
  private let isTemporary: Bool
  private let holdsPhotos: Bool
  /// The lock of a temporary directory, while it is used.
  private let lock = Locked<LockedDirectory?>(nil)

  /// Makes a temporary directory if none is named.
  init(_ place: UnitFetch.Place) {
    switch place {
    case .directory(let path):
      (directory, isTemporary, holdsPhotos) = (MirrorDirectory(path), false, true)
    case .store(_, let work?):
      (directory, isTemporary, holdsPhotos) = (MirrorDirectory(work), false, false)
    case .store(_, nil):
      let base = LinkFree.root(
        FileManager.default.temporaryDirectory.path(percentEncoded: false))
      directory = MirrorDirectory(base + "/" + TemporaryFolders.newName())
      (isTemporary, holdsPhotos) = (true, false)
    }
  }

  /// Blocks.
  /// - Parameter mirror: The one with the catalog that knows the photos; nil if none does.
  /// - Throws: If the directory is a mirror, whose catalog would not know the photos.
  func prepare(for mirror: Mirror? = nil) throws(MirrorError) {
    if holdsPhotos, let mirror {
      // Not one whose catalog is in it.
      _ = try mirror.catalogPlace()
      _ = try directory.prepare()
      try mirror.noteCatalogPlace()
    } else if holdsPhotos, try directory.hasCatalog() {
      throw .directory(
        "\(directory.path) is a mirror with a catalog, which would not know the photos of units",
        .occupied)
    }
    _ = try directory.prepare()
    if holdsPhotos { UnitWorkspace.sweep(directory) }
    guard isTemporary else { return }
    TemporaryFolders.sweep(beside: directory)
    let lock = try LockedDirectory(directory)
    self.lock.withLock { $0 = lock }
  }

  /// Blocks.
  func remove() {
    if holdsPhotos { UnitWorkspace.clean(directory) }
    guard isTemporary else { return }
    lock.withLock { $0 = nil }
    try? FileManager.default.removeItem(atPath: directory.path)
  }
}
