import Operations
import ProviderKit
import Transfer

/// A source's photos without a mirror: what `list` shows.
public struct PhotoListing: Sendable {
  /// A part of the listing.
  public struct Part: Sendable {
    public let photos: [Photo]
    /// Entries that could not be read, each as a sentence.
    public let refused: [String]
  }

  private let configuration: MirrorConfiguration

  public init(_ configuration: MirrorConfiguration) { self.configuration = configuration }

  /// Hands the listing's parts to `body` as they come.
  /// - Throws: ``MirrorError`` where the source fails, and what `body` throws.
  public func read(_ body: (Part) async throws -> Void) async throws {
    let announcer = Announcer(nil)
    let engine = try TransferEngine.of(configuration, announcer: announcer)
    let result: Result<Void, any Error>
    do {
      let client = SiteClient(
        configuration, engine: engine, announcer: announcer,
        pace: CallPace(
          configuration.provider.manifest, remembered: nil, announcer: announcer
        ) { _ in })
      var pages = Listing(client: client, limit: configuration.limit).makeAsyncIterator()
      while let page = try await next(&pages) {
        try await body(Part(photos: page.photos, refused: page.refused))
      }
      result = .success(())
    } catch {
      result = .failure(error)
    }
    await engine.shutdown()
    _ = await announcer.finish(.finished, elapsed: .zero)
    try result.get()
  }

  private func next(
    _ pages: inout Listing.Iterator
  ) async throws(MirrorError) -> Listing.Element? {
    do { return try await pages.next() } catch { throw MirrorError(readingSource: error) }
  }
}
