import CSandbox
import Glibc
import SystemCalls

/// A helper process of a ``ForkServer``, which answers one request at a time.
///
/// `@unchecked Sendable`: one thread at a time has it, because its owner keeps it either idle or taken.
package final class HelperProcess: @unchecked Sendable {
  private let helper: ForkServer.Helper
  private let server: ForkServer
  private var isEnded = false

  /// Seconds within which a new helper says that it runs.
  private static let startTime = 30.0

  /// Starts a helper. Blocks for the start of the server, of the helper and for the loading of its equipment.
  /// - Throws: Also if it lacks a restriction of ``Walls/offered``.
  package init(of server: ForkServer, isEquipped: Bool = false) throws(ProcessChannel.Broken) {
    helper = try server.start(isEquipped: isEquipped)
    self.server = server
    do throws(ProcessChannel.Broken) {
      let first = try helper.channel.receive(
        atMost: WallFailure.mostBytes, within: Self.startTime)
      guard let first else { throw .init(reason: "it ended at once") }
      try WallFailure.check(first)
    } catch {
      _ = try? server.end(helper.process)
      throw error
    }
  }

  deinit { if !isEnded { _ = try? server.end(helper.process) } }

  /// Exchanges messages with the helper. If that fails, the helper is ended and cannot be used again.
  ///
  /// - Parameter seconds: The CPU time that it gets.
  /// - Throws: The way it ended, if it ended by itself; otherwise the error of `body`.
  package func exchange<Result>(
    seconds: Double,
    _ body: (_ channel: borrowing ProcessChannel) throws(ProcessChannel.Broken) -> Result
  ) throws(ProcessChannel.Broken) -> Result {
    do throws(ProcessChannel.Broken) {
      try helper.limit(seconds: seconds)
      return try body(helper.channel)
    } catch {
      isEnded = true
      let status = try server.end(helper.process)
      throw .init(reason: Self.reason(status) ?? error.reason)
    }
  }

  /// Nil for the signal by which this process ends a helper.
  static func reason(_ status: Int32) -> String? {
    let signal = status & 0x7F
    if signal == 0 { return "it exited with status \(status >> 8 & 0xFF)" }
    if signal == SIGXCPU { return "it exceeded the limit of CPU time" }
    return signal == SIGKILL ? nil : String(cString: strsignal(signal))
  }
}
