import MirrorCore
import ProviderKit

/// A source's photos as units of work.
public struct UnitListing: Sendable {
  /// Photos whose sizes are asked for at once.
  private static let width = 8

  private let configuration: MirrorConfiguration
  private let delegate: (any MirrorDelegate)?

  public init(_ configuration: MirrorConfiguration, delegate: (any MirrorDelegate)? = nil) {
    (self.configuration, self.delegate) = (configuration, delegate)
  }

  /// A part of the listing, in its order.
  public struct Part: Sendable {
    /// Lines of JSON.
    public let lines: [String]
    /// Photos without a unit and invalid entries, each as a sentence.
    public let refused: [String]
    /// Entries that are left out on purpose.
    public let skipped: [SkippedFacts]
  }

  /// Passes the parts of the listing to `body` as they arrive. Photos that the configuration's filter excludes
  /// are left out.
  /// - Throws: ``MirrorError`` if the source fails, `CancellationError`, and the errors of `body`.
  public func read(_ body: (Part) async throws -> Void) async throws {
    let announcer = Announcer(delegate)
    let result: Result<Void, any Error>
    do {
      try await SiteSession.run(configuration, telling: announcer) { session in
        let maker = UnitMaker(
          client: session.client, size: configuration.size,
          thumbnailEdge: configuration.thumbnailEdge, names: configuration.names ?? .standard)
        var pages = Listing(client: session.client, limit: configuration.limit).makeAsyncIterator()
        while let page = try await next(&pages) {
          let photos = page.photos.filter { configuration.filter.exclusion(of: $0) == nil }
          let (lines, refused) = try await units(of: photos, maker)
          try await body(
            Part(lines: lines, refused: page.refused + refused, skipped: page.skipped))
        }
      }
      result = .success(())
    } catch {
      result = .failure(error)
    }
    await announcer.close()
    try result.get()
  }

  private func next(_ pages: inout Listing.Iterator) async throws -> Listing.Element? {
    do {
      return try await pages.next()
    } catch {
      throw Task.isCancelled ? CancellationError() : MirrorError(readingSource: error)
    }
  }

  private func units(
    of photos: [Photo], _ maker: UnitMaker
  ) async throws -> (lines: [String], refused: [String]) {
    var results: [Int: Result<String, UnitFailure>] = [:]
    try await withThrowingTaskGroup(of: (Int, Result<String, UnitFailure>).self) { group in
      for (index, photo) in photos.enumerated() {
        if index >= Self.width, let (done, result) = try await group.next() {
          results[done] = result
        }
        group.addTask {
          do {
            return (index, .success(try await maker.unit(of: photo).line))
          } catch let failure as UnitFailure {
            return (index, .failure(failure))
          }
        }
      }
      while let (done, result) = try await group.next() { results[done] = result }
    }
    var (lines, refused): ([String], [String]) = ([], [])
    for (index, photo) in photos.enumerated() {
      switch results[index] {
      case .success(let line): lines.append(line)
      case .failure(let failure): refused.append("photo \(photo.id): \(failure.reason)")
      case nil: break
      }
    }
    return (lines, refused)
  }
}
