import Dispatch
import Foundation
import Locking

/// SIGINT, SIGTERM and SIGHUP as a wish to stop: the first asks, and a second one, or two seconds
/// without an end, insists.
final class StopSignals: Sendable {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]
  /// A little less than the two seconds that are promised.
  private static let patience = DispatchTimeInterval.milliseconds(1800)

  private let queue = DispatchQueue(label: "stop signals")
  private let sources: Locked<[any DispatchSourceSignal]>

  /// - Parameters:
  ///   - first: asks the work to end, on a queue of this type's own.
  ///   - last: ends the process.
  init(first: @escaping @Sendable () -> Void, last: @escaping @Sendable () -> Void) {
    let queue = queue
    let isAsked = Locked(false)
    sources = Locked(
      Self.signals.map { number in
        // Without this the signal's default, to end the process, comes before the source.
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
        source.setEventHandler {
          let isSecond = isAsked.withLock { asked in
            defer { asked = true }
            return asked
          }
          guard !isSecond else { return last() }
          first()
          queue.asyncAfter(deadline: .now() + Self.patience, execute: last)
        }
        source.resume()
        return source
      })
  }

  /// From now on nothing is called: waits for a call under way.
  func end() {
    sources.withLock { sources in
      for source in sources { source.cancel() }
      sources.removeAll()
    }
  }
}
