import MirrorCore

/// A run over one source into one directory.
///
/// Stopped at any instant, by a cancelled task or a kill, the next run over the same source and
/// directory goes on where it stopped.
public final class Mirror: Sendable {
  private let configuration: MirrorConfiguration
  private let delegate: (any MirrorDelegate)?

  /// - Parameter delegate: is kept until the run is over.
  public init(_ configuration: MirrorConfiguration, delegate: (any MirrorDelegate)? = nil) {
    self.configuration = configuration
    self.delegate = delegate
  }

  /// Mirrors, and says what came of it. Call once. Where its task is cancelled transfers are broken
  /// off, and what is proven is stored.
  /// - Throws: where the run could not begin: the directory is locked or cannot be written to, the
  ///   catalog cannot be used. What goes wrong later is in the summary.
  public func run() async throws(MirrorError) -> MirrorSummary {
    try await MirrorRun.open(configuration, delegate: delegate).finish()
  }
}
