import Foundation
import Locking

/// The thread that reads a running program's output, enforces its deadline and waits for its end.
struct ProcessWatch: Sendable {
  private let identifier: pid_t
  private let output: Int32
  private let errors: Int32
  private let deadline: Duration
  private let state: Locked<ProcessState>

  init(_ child: SpawnActions.Child, deadline: Duration, state: Locked<ProcessState>) {
    identifier = child.identifier
    output = child.output
    errors = child.errors
    self.deadline = deadline
    self.state = state
  }

  /// Returns once the program has ended and its pipes are closed.
  func run() {
    let last = ContinuousClock.now + deadline
    var isOutputOpen = true
    var areErrorsOpen = true
    // A process that left the program's group is not killed with it and may hold the pipes open.
    let giveUp = last + .seconds(5)
    while isOutputOpen || areErrorsOpen, ContinuousClock.now < giveUp {
      var watched = [
        pollfd(fd: isOutputOpen ? output : -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: areErrorsOpen ? errors : -1, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&watched, 2, milliseconds(until: last)) > 0 else {
        killIfLate(last)
        continue
      }
      if watched[0].revents != 0 { isOutputOpen = read(output, \.output) }
      if watched[1].revents != 0 { areErrorsOpen = read(errors, \.errors) }
    }
    close(output)
    close(errors)
    let status = reap(last)
    for resume in state.withLock({ $0.end(status) }) { resume() }
  }

  /// Reads available bytes; false at the end.
  private func read(_ file: Int32, _ stream: WritableKeyPath<ProcessState, [UInt8]>) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = Foundation.read(file, &bytes, bytes.count)
    guard count > 0 else { return count < 0 && errno == EINTR }
    for resume in state.withLock({ $0.receive(bytes[..<count], stream) }) { resume() }
    return true
  }

  /// The program's output has ended, so it has ended too, or will shortly.
  private func reap(_ last: ContinuousClock.Instant) -> CommandRun.Status {
    while true {
      let status = state.withLock { state -> CommandRun.Status? in
        var status: Int32 = 0
        guard waitpid(identifier, &status, WNOHANG) == identifier else { return nil }
        state.isReaped = true
        return state.isOverdue ? .overdue : CommandRun.Status(status)
      }
      if let status { return status }
      killIfLate(last)
      poll(nil, 0, 2)
    }
  }

  private func killIfLate(_ last: ContinuousClock.Instant) {
    guard ContinuousClock.now >= last else { return }
    state.withLock {
      guard !$0.isReaped else { return }
      $0.isOverdue = true
      kill(-identifier, SIGKILL)
    }
  }

  private func milliseconds(until last: ContinuousClock.Instant) -> Int32 {
    let left = (last - ContinuousClock.now) / Duration.milliseconds(1)
    return Int32(min(60_000, max(10, left)))
  }
}
