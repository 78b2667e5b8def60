import MirrorCore
import ProviderKit

/// A source's photos without a mirror, as `list` shows them.
public struct PhotoListing: Sendable {
  /// A part of the listing.
  public struct Part: Sendable {
    /// In the order of the listing, each photo once.
    public let photos: [Photo]
    /// Invalid entries, each as a sentence.
    public let refused: [String]
    /// Entries that are left out on purpose.
    public let skipped: [SkippedFacts]
    /// Bytes of the part, after decompression.
    public let byteCount: Int64
  }

  private let configuration: MirrorConfiguration
  private let delegate: (any MirrorDelegate)?

  /// - Parameter delegate: Receives notes and retries, and no other events.
  public init(_ configuration: MirrorConfiguration, delegate: (any MirrorDelegate)? = nil) {
    self.configuration = configuration
    self.delegate = delegate
  }

  /// Passes the parts of the listing to `body` as they arrive.
  /// - Throws: ``MirrorError`` if the source fails, `CancellationError` if the task is cancelled while
  ///   waiting for a part, and the errors of `body`.
  public func read(_ body: (Part) async throws -> Void) async throws {
    let announcer = Announcer(delegate)
    try await whileOpen {
      try await SiteSession.run(configuration, telling: announcer) { session in
        var pages = Listing(client: session.client, limit: configuration.limit).makeAsyncIterator()
        while let page = try await next(&pages) {
          try await body(
            Part(
              photos: page.photos, refused: page.refused + page.conflicts, skipped: page.skipped,
              byteCount: page.byteCount))
        }
      }
    } close: {
      await announcer.close()
    }
  }

  private func next(_ pages: inout Listing.Iterator) async throws -> Listing.Element? {
    do {
      return try await pages.next()
    } catch {
      throw Task.isCancelled ? CancellationError() : MirrorError(readingSource: error)
    }
  }
}
