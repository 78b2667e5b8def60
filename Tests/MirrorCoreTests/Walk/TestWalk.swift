import Locking
import MirrorTesting
import ProviderKit

@testable import MirrorCore

/// A walk over in-memory ports.
struct TestWalk {
  let workspace = MemoryWorkspace()
  let catalog: MemoryCatalog
  let destination: MemoryDestination
  let network: MemoryNetwork
  let events = Events()
  let pages: [String: Page]
  var options = WalkOptions(query: PageQuery(selector: "x", settings: [:]))
  var resumption = Resumption()

  /// - Parameters:
  ///   - pages: by their cursors; the first page's is empty.
  ///   - failing: the error with which storing the nth photo fails.
  ///   - reply: the bytes of the picture of a photo, by its id.
  init(
    _ pages: [String: Page], catalog: MemoryCatalog = MemoryCatalog(),
    failing: @escaping @Sendable (Int) -> StorageError? = { _ in nil },
    reply: @escaping @Sendable (String) throws(FetchError) -> [UInt8] = { Array("jpeg \($0)".utf8) }
  ) {
    self.pages = pages
    self.catalog = catalog
    destination = MemoryDestination(workspace, failing: failing)
    network = MemoryNetwork(workspace) { (url) throws(FetchError) in
      try reply(String(url.drop { $0 != "#" }.dropFirst()))
    }
    options.attempts = 1
    options.thumbnailEdge = 64
  }

  static func photos(_ ids: String..., next: String? = nil) -> Page {
    Page(photos: ids.map(photo), next: next)
  }

  static func photo(_ id: String) -> Photo {
    Photo(id: id, owner: "o", renditions: [Rendition(label: "L", url: "http://site/#\(id)")])
  }

  /// - Returns: the results of the photos by their ids, and what stopped the walk.
  func run() async -> (results: [String: PhotoResult], error: MirrorError?) {
    let announcer = Announcer(events)
    let walk = Walk(
      options,
      ports: Ports(
        catalog: catalog, destination: destination, workspace: workspace,
        media: MemoryMedia(workspace), network: network, provider: ListedProvider(pages)),
      announcer: announcer, resumption: resumption, pace: nil)
    var stop: MirrorError?
    do {
      try await walk.run { _ in }
    } catch {
      stop = MirrorError(readingSource: error)
    }
    await announcer.close()
    return (events.results, stop ?? walk.sourceFailure)
  }

  final class Events: MirrorDelegate {
    private let ended = Locked<[String: PhotoResult]>([:])

    var results: [String: PhotoResult] { ended.withLock(\.self) }

    func mirror(didEmit event: MirrorEvent) {
      if case .ended(let photo, let result) = event { ended.withLock { $0[photo.id] = result } }
    }
  }
}

extension PhotoResult {
  var failure: FailureFacts? { if case .failed(let failure) = self { failure } else { nil } }
  var stored: StoredFacts? { if case .mirrored(let stored) = self { stored } else { nil } }
}
