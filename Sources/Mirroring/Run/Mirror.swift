import MirrorCore

/// A run over one source into one directory.
///
/// A run can be stopped at any time, by a cancelled task or a kill: the next run over the same source and
/// directory resumes it.
public final class Mirror: Sendable {
  private let configuration: MirrorConfiguration
  private let delegate: (any MirrorDelegate)?

  /// - Parameter delegate: Retained until the run is over.
  public init(_ configuration: MirrorConfiguration, delegate: (any MirrorDelegate)? = nil) {
    self.configuration = configuration
    self.delegate = delegate
  }

  /// Runs the mirror and returns its summary. Call once. If its task is cancelled, transfers are aborted and
  /// complete photos are stored.
  /// - Throws: ``MirrorError`` if the run cannot begin: the directory is locked or not writable, or the
  ///   catalog cannot be used. Later failures are in the summary.
  public func run() async throws(MirrorError) -> MirrorSummary {
    try await MirrorRun.open(configuration, delegate: delegate).finish()
  }
}
