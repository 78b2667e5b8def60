import Locking
import MirrorCore
import Transfer

/// Stops a run at its limits: bytes, time, and free disk space. Transfers in progress are aborted as by
/// Ctrl-C, and the next run resumes them.
struct RunLimits: Sendable {
  private static let interval = Duration.seconds(1)

  private let maximumBytes: Int64?
  private let maximumTime: Duration?
  private let minimumFree: Int64
  private let destination: MirrorFiles?
  private let directory: String
  private let interruption: Interruption
  private let bytes = Locked<Int64>(0)
  private let whenStuck: (@Sendable (String) -> Void)?

  /// - Parameter destination: Where free space is limited; nil to limit none.
  init(
    _ configuration: MirrorConfiguration, destination: MirrorFiles?,
    _ interruption: Interruption
  ) {
    maximumBytes = configuration.maximumBytes
    maximumTime = configuration.maximumTime
    minimumFree = configuration.minimumFree
    whenStuck = configuration.whenStuck
    self.destination = destination
    directory = configuration.mirror.path
    self.interruption = interruption
  }

  /// Counts received bytes. Called on the engine's thread.
  func count(_ more: Int64) {
    guard let maximumBytes else { return }
    let all = bytes.withLock { bytes in
      bytes += more
      return bytes
    }
    guard all >= maximumBytes else { return }
    interruption.interrupt(as: .limited(.bytes(maximumBytes)))
  }

  /// Runs `body`, which ends early when it is interrupted, and checks the time and the disk while it runs;
  /// the disk also before.
  func whileWatched<Result: Sendable>(_ body: () async -> Result) async -> Result {
    await checkFree()
    return await whileRunning([watchTime, watchFree], body)
  }

  /// Ends a run that has not ended half a minute after its maximum time; active until stopped. Nil if no
  /// maximum time is set.
  func watchdog() -> Watchdog? {
    guard let maximumTime, let whenStuck else { return nil }
    let end = ContinuousClock.now + maximumTime
    return Watchdog {
      ContinuousClock.now >= end
    } action: {
      whenStuck(
        "the run has not ended \(Watchdog.grace) seconds after its time limit")
    }
  }

  private func watchTime() async {
    guard let maximumTime, (try? await Task.sleep(for: maximumTime)) != nil else { return }
    interruption.interrupt(as: .limited(.time(maximumTime)))
  }

  private func watchFree() async {
    guard minimumFree > 0 else { return }
    while (try? await Task.sleep(for: Self.interval)) != nil { await checkFree() }
  }

  private func checkFree() async {
    guard minimumFree > 0, let free = await destination?.capacity(),
      free < minimumFree
    else { return }
    interruption.interrupt(
      as: .directoryFailed(
        .directory(
          "only \(NumberText.bytes(free)) are free in \(directory), less than \(NumberText.bytes(minimumFree))",
          .lowSpace(free: free, minimum: minimumFree))))
  }
}
