import Locking
import MirrorTesting
import ProviderKit

@testable import MirrorCore

/// A walk over in-memory ports.
struct TestWalk {
  let workspace: MemoryWorkspace
  let catalog: MemoryCatalog
  let destination: MemoryPlace
  let network: MemoryNetwork
  let events = Events()
  let pages: [String: Page]
  var options = WalkOptions(query: PageQuery(selector: "x", settings: [:]))
  var resumption = Resumption()
  /// Nil for one that lists the pages.
  var provider: (any ProviderChannel)?

  /// - Parameters:
  ///   - pages: by their cursors; the first page's is empty.
  ///   - failing: the error with which storing the nth photo fails.
  ///   - reply: the bytes of a photo's image, by its id.
  init(
    _ pages: [String: Page], catalog: MemoryCatalog = MemoryCatalog(),
    destination: MemoryPlace? = nil,
    failing: @escaping @Sendable (Int) -> StorageError? = { _ in nil },
    reply: @escaping @Sendable (String) throws(FetchError) -> [UInt8] = { Array("jpeg \($0)".utf8) }
  ) {
    self.pages = pages
    self.catalog = catalog
    workspace = destination?.workspace ?? MemoryWorkspace()
    self.destination = destination ?? MemoryPlace(workspace, failing: failing)
    network = MemoryNetwork(workspace) { (url) throws(FetchError) in
      try reply(String(url.drop { $0 != "#" }.dropFirst()))
    }
    options.attempts = 1
    options.jobs = 8
    options.thumbnailEdge = 64
  }

  static func photos(_ ids: String..., next: String? = nil) -> Page {
    Page(photos: ids.map(photo), next: next)
  }

  static func photo(_ id: String) -> Photo { photo(id, title: "", version: "") }

  /// - Parameter version: of its image, which is at another address than that of the others.
  static func photo(_ id: String, title: String = "", version: String = "") -> Photo {
    let url = "http://site/\(version)#\(id)\(version)"
    return Photo(
      id: id, owner: "o", title: title, renditions: [Rendition(label: "L", url: url)])
  }

  /// - Parameter other: a network in place of the one in memory.
  /// - Returns: the results of the photos by their ids, and the error that stopped the walk.
  func run(over other: (any Network)? = nil) async -> (
    results: [String: PhotoResult], error: MirrorError?
  ) {
    let announcer = Announcer(events)
    let walk = Walk(
      options,
      ports: Ports(
        catalog: catalog, destination: destination.files(sidecars: options.sidecars),
        workspace: workspace,
        media: MemoryMedia(workspace), network: other ?? network,
        provider: provider ?? ListedProvider(pages),
        sidecars: MemorySidecarEditor()),
      announcer: announcer, resumption: resumption, pace: nil)
    var stop: MirrorError?
    do {
      try await walk.operation().run()
    } catch {
      stop = MirrorError(readingSource: error)
    }
    let isComplete = await walk.progress.isComplete
    _ = await announcer.finish(.finished, isListingComplete: isComplete, elapsed: .zero)
    return (events.results, stop ?? walk.sourceFailure)
  }

  final class Events: MirrorDelegate {
    private let ended = Locked<[String: PhotoResult]>([:])
    private let noted = Locked<[MirrorNote]>([])
    private let pages = Locked<[PageFacts]>([])
    private let end = Locked<MirrorSummary?>(nil)
    private let detailed = Locked<[DetailFacts]>([])

    var results: [String: PhotoResult] { ended.withLock(\.self) }
    var notes: [MirrorNote] { noted.withLock(\.self) }
    var details: [DetailFacts] { detailed.withLock(\.self) }
    var listed: [PageFacts] { pages.withLock(\.self) }
    var summary: MirrorSummary? { end.withLock(\.self) }

    func mirror(didEmit event: MirrorEvent) {
      switch event {
      case .ended(let photo, let result): ended.withLock { $0[photo.id] = result }
      case .noted(let note): noted.withLock { $0.append(note) }
      case .detailed(let facts): detailed.withLock { $0.append(facts) }
      case .listed(let page): pages.withLock { $0.append(page) }
      case .finished(let summary): end.withLock { $0 = summary }
      default: break
      }
    }
  }
}

extension PhotoResult {
  var failure: FailureFacts? { if case .failed(let failure) = self { failure } else { nil } }
  var stored: StoredFacts? { if case .mirrored(let stored) = self { stored } else { nil } }
}
