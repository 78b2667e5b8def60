import Dispatch
import Foundation
import Locking
import ProviderKit
import Sandbox

/// A running program that is asked several questions at the same time.
///
/// There is no thread that reads: one of the calls that wait has that role and delivers the answers of the
/// others; when it has its own, it passes the role on.
final class RunningProgram: Sendable {
  private struct State {
    var lastID: UInt64 = 0
    var waiting: [UInt64: Call] = [:]
    var isRead = false
    /// Why it can be asked nothing any more, for people.
    var end: String?
  }

  fileprivate struct Call: Sendable {
    let signal = DispatchSemaphore(value: 0)
    let reply = Locked<ProgramReply?>(nil)
  }

  /// Seconds until the first answer, with which a program shows that it is one.
  private static let startTime = 30.0

  private let process: ProgramProcess
  private let streams: ProgramStreams
  private let limits: ModuleProcesses.Limits
  private let state = Locked(State())
  /// Why the program ended. Held while it is ended: a second call waits for the reason of the first.
  private let ending = Locked<String?>(nil)
  /// A line is written as a whole.
  private let writing = DispatchSemaphore(value: 1)

  init(_ process: ProgramProcess, _ limits: ModuleProcesses.Limits) {
    (self.process, self.limits) = (process, limits)
    streams = ProgramStreams(of: process)
  }

  /// A question that was admitted.
  struct Ticket {
    fileprivate let id: UInt64
    fileprivate let call: Call
  }

  /// Admits a question. One call at a time; see ``HostedProgram``.
  /// - Returns: Nil if the program has ended, or wrote something although it was asked nothing; not for
  ///   the first question. Its call reads what came before it, so that the reason of a refusal does not
  ///   depend on how fast the program is.
  func admit() -> Ticket? {
    let isIdle = state.withLock { $0.waiting.isEmpty && $0.lastID > 0 }
    if isIdle, takeRole() {
      defer { leaveRole() }
      if streams.hasSpoken { end("it wrote without being asked") }
    }
    let call = Call()
    let id = state.withLock { state -> UInt64? in
      guard state.end == nil else { return nil }
      state.lastID += 1
      state.waiting[state.lastID] = call
      return state.lastID
    }
    return id.map { Ticket(id: $0, call: call) }
  }

  func takeNotes() -> [String] { streams.takeNotes() }

  /// Asks a question; blocks until the answer.
  func ask(
    _ method: JointMethod, _ question: [UInt8], _ ticket: Ticket
  ) throws(ProcessChannel.Broken) -> ProgramReply {
    let seconds = method == .manifest ? min(limits.timeout, Self.startTime) : limits.timeout
    let deadline = ContinuousClock.now.advanced(by: .seconds(seconds))
    defer { state.withLock { $0.waiting[ticket.id] = nil } }
    do throws(ProcessChannel.Broken) {
      try process.limit(seconds: limits.seconds)
      try write(ProgramReply.question(ticket.id, method, question), until: deadline)
      while true {
        if let reply = ticket.call.reply.withLock({ $0 }) { return reply }
        try checkEnd()
        guard deadline > .now else { throw .init(reason: "no answer") }
        try wait(ticket.call, until: deadline)
      }
    } catch {
      let reason = end(error.reason)
      // What it did wrong came after the answer.
      if let reply = ticket.call.reply.withLock({ $0 }) { return reply }
      throw .init(reason: reason)
    }
  }

  private func checkEnd() throws(ProcessChannel.Broken) {
    if let end = state.withLock(\.end) { throw .init(reason: end) }
  }

  /// Reads for all, or waits for the call that does.
  private func wait(
    _ call: Call, until deadline: ContinuousClock.Instant
  ) throws(ProcessChannel.Broken) {
    guard takeRole() else {
      let left = ContinuousClock.now.duration(to: deadline) / .seconds(1)
      _ = call.signal.wait(timeout: .now() + max(0, left))
      return
    }
    defer { leaveRole() }
    while call.reply.withLock({ $0 == nil }), deadline > .now {
      try deliver(try streams.read(until: deadline, wantsRoom: false))
    }
  }

  private func takeRole() -> Bool {
    state.withLock { state in
      guard !state.isRead, state.end == nil else { return false }
      state.isRead = true
      return true
    }
  }

  /// Another call takes it.
  private func leaveRole() {
    let others = state.withLock { state in
      state.isRead = false
      return Array(state.waiting.values)
    }
    for call in others { call.signal.signal() }
  }

  private func deliver(_ lines: [[UInt8]]) throws(ProcessChannel.Broken) {
    for line in lines {
      guard let reply = ProgramReply(line: line) else {
        throw .init(reason: "it wrote a line that is not an answer")
      }
      // Each question has one answer.
      guard let call = state.withLock({ $0.waiting.removeValue(forKey: reply.id) }) else {
        throw .init(reason: "it answered question \(reply.id), which was not asked")
      }
      call.reply.withLock { $0 = reply }
      call.signal.signal()
    }
  }

  /// A program that writes much before it reads would wait for this process as this process waits for it.
  private func write(
    _ line: Data, until deadline: ContinuousClock.Instant
  ) throws(ProcessChannel.Broken) {
    let left = ContinuousClock.now.duration(to: deadline) / .seconds(1)
    guard writing.wait(timeout: .now() + left) == .success else { throw .init(reason: "no answer") }
    defer { writing.signal() }
    var sent = 0
    while sent < line.count {
      let written = line.withUnsafeBytes { bytes in
        Result { () throws(ProcessChannel.Broken) in
          try process.write(UnsafeRawBufferPointer(rebasing: bytes[sent...]))
        }
      }
      sent += try written.get()
      guard sent < line.count else { return }
      try checkEnd()
      guard deadline > .now else { throw .init(reason: "it does not read its input") }
      try waitForRoom(until: deadline)
    }
  }

  private func waitForRoom(
    until deadline: ContinuousClock.Instant
  ) throws(ProcessChannel.Broken) {
    if takeRole() {
      defer { leaveRole() }
      try deliver(try streams.read(until: deadline, wantsRoom: true))
    } else {
      // The call that reads may have its answer meanwhile.
      let soon = min(deadline, .now.advanced(by: .milliseconds(50)))
      var entries = [pollfd(fd: process.input, events: Int16(POLLOUT), revents: 0)]
      _ = ProgramStreams.wait(&entries, until: soon)
    }
  }

  /// Ends the program, and with it the calls in flight.
  /// - Returns: why it ended: the first reason.
  @discardableResult private func end(_ reason: String) -> String {
    ending.withLock { end in
      if let end { return end }
      let status = process.end() ?? reason
      let text = streams.lastNote.map { "\(status); it wrote: \($0)" } ?? status
      end = text
      let calls = state.withLock { state in
        state.end = text
        return Array(state.waiting.values)
      }
      for call in calls { call.signal.signal() }
      return text
    }
  }
}
