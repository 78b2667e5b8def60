import Console
import Dispatch
import Foundation
import Locking
import MirrorCore

/// Tells a service manager, such as systemd, that this process works and what it does (sd_notify(3)): `READY=1`,
/// `STATUS=…`, and `WATCHDOG=1` as often as it wants.
final class ServiceNotice: MirrorDelegate {
  private struct State {
    var tally = Tally()
    var lastStatus = Duration.seconds(-60)
    var watchdog: (any DispatchSourceTimer)?
  }

  private static let interval = Duration.seconds(5)

  private let descriptor: Int32
  private let start = ContinuousClock.now
  private let state = Locked(State())
  /// The queue of the watchdog's timer.
  private let queue = DispatchQueue(label: "service notice")

  /// Nil if nobody listens.
  init?(_ environment: [String: String]) {
    guard let path = environment["NOTIFY_SOCKET"], let socket = Self.connected(to: path) else {
      return nil
    }
    descriptor = socket
    let isMine = environment["WATCHDOG_PID"].map { $0 == "\(getpid())" } ?? true
    let period = environment["WATCHDOG_USEC"].flatMap { Int($0) } ?? 0
    Self.send("READY=1", to: socket)
    guard isMine, period >= 2000 else { return }
    let watchdog = DispatchSource.makeTimerSource(queue: queue)
    watchdog.schedule(deadline: .now(), repeating: .microseconds(period / 2))
    watchdog.setEventHandler { [socket] in Self.send("WATCHDOG=1", to: socket) }
    watchdog.activate()
    state.withLock { $0.watchdog = watchdog }
  }

  func status(_ text: String) {
    Self.send("STATUS=\(TerminalText.line(text, limit: 500))", to: descriptor)
  }

  /// Closes the channel; call it once, last.
  func stop() {
    state.withLock { $0.watchdog?.cancel() }
    // After a call of the timer that is in progress: the descriptor may soon be another's.
    queue.sync {}
    Self.send("STOPPING=1", to: descriptor)
    close(descriptor)
  }

  func mirror(didEmit event: MirrorEvent) {
    let time = ContinuousClock.now - start
    let text: String? = state.withLock { state in
      state.tally.note(event, at: time)
      guard time - state.lastStatus >= Self.interval else { return nil }
      state.lastStatus = time
      let totals = state.tally.totals
      let photos =
        state.tally.total.map { Quantity.count(totals.done, outOf: $0, of: "photo") }
        ?? "reading the listing"
      if let details = state.tally.detailText(at: time) { return "\(photos), \(details)" }
      return photos + (totals.failed > 0 ? ", \(Quantity.count(totals.failed)) failed" : "")
    }
    if let text { status(text) }
  }

  /// A socket of a path, or of a name of Linux' own that begins with `@` (unix(7)).
  private static func connected(to path: String) -> Int32? {
    guard path.hasPrefix("/") || path.hasPrefix("@") else { return nil }
    var bytes = Array(path.utf8)
    var address = sockaddr_un()
    guard bytes.count > 1, bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
      return nil
    }
    if bytes[0] == UInt8(ascii: "@") { bytes[0] = 0 }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let socket = Foundation.socket(
      AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard socket >= 0 else { return nil }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, length) }
    }
    guard code == 0 else {
      close(socket)
      return nil
    }
    return socket
  }

  /// Without waiting: a manager that does not read must not stop a run.
  private static func send(_ text: String, to socket: Int32) {
    let bytes = Array(text.utf8)
    _ = Foundation.send(
      socket, bytes, bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
  }
}
