import Locking
import MirrorCore
import Transfer

/// Stops a run at the limits that were set for it: bytes, time, and what must stay free on the disk.
/// What is under way then is broken off as by Ctrl-C, and the next run goes on with it.
struct RunLimits: Sendable {
  private static let interval = Duration.seconds(1)

  private let maximumBytes: Int64?
  private let maximumTime: Duration?
  private let minimumFree: Int64
  private let destination: any PhotoDestination
  private let directory: String
  private let interruption: Interruption
  private let bytes = Locked<Int64>(0)
  private let whenStuck: (@Sendable (String) -> Void)?

  init(
    _ configuration: MirrorConfiguration, destination: any PhotoDestination,
    _ interruption: Interruption
  ) {
    maximumBytes = configuration.maximumBytes
    maximumTime = configuration.maximumTime
    minimumFree = configuration.minimumFree
    whenStuck = configuration.whenStuck
    self.destination = destination
    directory = configuration.directory
    self.interruption = interruption
  }

  /// Counts bytes that came in. Called on the engine's thread.
  func count(_ more: Int64) {
    guard let maximumBytes else { return }
    let all = bytes.withLock { bytes in
      bytes += more
      return bytes
    }
    guard all >= maximumBytes else { return }
    interruption.interrupt(as: .limited("stopped after \(maximumBytes) bytes, as asked for"))
  }

  /// Runs `body`, which ends early when it is interrupted, and looks at the clock and the disk while
  /// it lasts; at the disk also before.
  func whileWatched<Result: Sendable>(_ body: () async -> Result) async -> Result {
    await checkFree()
    let watches = [Task { await watchTime() }, Task { await watchFree() }]
    let result = await body()
    for watch in watches { watch.cancel() }
    for watch in watches { await watch.value }
    return result
  }

  /// Ends a run that does not end by itself half a minute after its time, until it is stopped; nil
  /// where no time was set.
  func watchdog() -> Watchdog? {
    guard let maximumTime, let whenStuck else { return nil }
    let end = ContinuousClock.now + maximumTime
    return Watchdog {
      ContinuousClock.now >= end
    } action: {
      whenStuck(
        "the run does not end, \(Watchdog.grace) seconds after the time that was set for it")
    }
  }

  private func watchTime() async {
    guard let maximumTime, (try? await Task.sleep(for: maximumTime)) != nil else { return }
    let seconds = Int((maximumTime / .seconds(1)).rounded())
    interruption.interrupt(as: .limited("stopped after \(seconds) s, as asked for"))
  }

  private func watchFree() async {
    guard minimumFree > 0 else { return }
    while (try? await Task.sleep(for: Self.interval)) != nil { await checkFree() }
  }

  private func checkFree() async {
    guard minimumFree > 0, let free = await destination.capacity(),
      free < minimumFree
    else { return }
    interruption.interrupt(
      as: .directoryFailed(
        .directory(
          "only \(free >> 20) MiB are free in \(directory), \(minimumFree >> 20) MiB must stay",
          hint: "make room, or lower --min-free; the same command goes on where it stopped")))
  }
}
