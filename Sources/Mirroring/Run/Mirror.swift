import Operations
import ProviderKit
import Transfer

/// A run over one source into one directory.
///
/// Interrupted at any instant, by ``interrupt()`` or a kill, the next run over the same source and
/// directory goes on where it stopped.
public final class Mirror: Sendable {
  private let configuration: MirrorConfiguration
  private let delegate: (any MirrorDelegate)?
  private let interruption = Interruption()

  /// - Parameter delegate: is kept until the run is over.
  public init(_ configuration: MirrorConfiguration, delegate: (any MirrorDelegate)? = nil) {
    self.configuration = configuration
    self.delegate = delegate
  }

  /// Mirrors, and says what came of it. Call once.
  /// - Throws: where the run could not begin: the directory is locked or cannot be written to, the
  ///   catalog cannot be used. What goes wrong later is in the summary.
  public func run() async throws(MirrorError) -> MirrorSummary {
    let run = try await MirrorRun(
      configuration, delegate: delegate, interruption: interruption)
    return await run.finish()
  }

  /// Stops the run: transfers are broken off, what is proven is stored. May be called from anywhere,
  /// any number of times, also before ``run()``.
  public func interrupt() { interruption.interrupt() }
}
