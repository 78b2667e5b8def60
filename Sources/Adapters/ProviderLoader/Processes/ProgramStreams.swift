import Glibc
import Locking
import ProviderKit
import Sandbox
import SystemCalls

/// The output and the notes of a running program.
///
/// `@unchecked Sendable`: one call at a time reads; see ``RunningProgram``.
final class ProgramStreams: @unchecked Sendable {
  /// What an answer has besides its value.
  private static let envelope = 1 << 20

  private let process: ProgramProcess
  private var lines = LineBuffer(limit: JointLimits.answer + ProgramStreams.envelope)
  private var hasNotes = true
  private var piece = [UInt8](repeating: 0, count: 64 << 10)
  private let notes = Locked(ProgramNotes())

  init(of process: ProgramProcess) { self.process = process }

  /// The notes since the last call; from any thread.
  func takeNotes() -> [String] { notes.withLock { $0.take() } }

  /// The last note, for the reason of an end.
  var lastNote: String? { notes.withLock { $0.last() } }

  /// Waits until the program writes something, and reads it.
  /// - Parameter wantsRoom: whether to return also when the program's input has room.
  /// - Returns: The lines that are complete now.
  /// - Throws: `Broken` if the output ended, or breaks a rule.
  func read(
    until deadline: ContinuousClock.Instant, wantsRoom: Bool
  ) throws(ProcessChannel.Broken) -> [[UInt8]] {
    var entries = [
      pollfd(fd: process.output, events: Int16(POLLIN), revents: 0),
      pollfd(fd: hasNotes ? process.notes : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: wantsRoom ? process.input : -1, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: process.exit, events: Int16(POLLIN), revents: 0),
    ]
    guard Self.wait(&entries, until: deadline) else { return [] }
    if entries[3].revents != 0 {
      // What it wrote before its end may have come after the look at its output.
      for index in 0..<2 { entries[index].revents = 0 }
      entries[3].fd = -1
      _ = Self.wait(&entries, until: .now)
      entries[3].revents = Int16(POLLIN)
    }
    if entries[1].revents != 0 { readNotes() }
    guard entries[0].revents != 0 else {
      // What it has started may keep its output open.
      if entries[3].revents != 0 { throw .init(reason: "it ended") }
      return []
    }
    let count = try readPiece(process.output)
    guard let count else { return [] }
    guard count > 0 else {
      readNotes()
      let what = lines.rest.isEmpty ? "it closed its output" : "it ended in the middle of a line"
      throw .init(reason: what)
    }
    let lines = piece.withUnsafeBytes { bytes in
      Result { () throws(ProcessChannel.Broken) in
        try self.lines.append(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
      }
    }
    return try lines.get()
  }

  /// Whether the program has written something, or has ended, although it was asked nothing.
  var hasSpoken: Bool {
    var entries = [pollfd(fd: process.output, events: Int16(POLLIN), revents: 0)]
    return !lines.rest.isEmpty || Self.wait(&entries, until: .now)
  }

  /// Reads what there is.
  private func readNotes() {
    // A program that only writes notes must not hold up its answers.
    for _ in 0..<16 where hasNotes {
      guard let count = try? readPiece(process.notes) else { return }
      hasNotes = count > 0
      piece.withUnsafeBytes { bytes in
        let read = UnsafeRawBufferPointer(rebasing: bytes[..<count])
        notes.withLock { $0.append(read) }
      }
    }
  }

  /// - Returns: the number of bytes, 0 at the end; nil if there are none yet.
  private func readPiece(_ descriptor: Int32) throws(ProcessChannel.Broken) -> Int? {
    let count = piece.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
    guard count < 0 else { return count }
    guard errno == EAGAIN || errno == EINTR else { throw .init(reason: SystemError().reason) }
    return nil
  }

  /// - Returns: false at the deadline.
  static func wait(
    _ entries: inout [pollfd], until deadline: ContinuousClock.Instant
  ) -> Bool {
    while true {
      let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
      let result = poll(&entries, nfds_t(entries.count), Int32(min(max(0, left.rounded(.up)), 1e9)))
      if result > 0 { return true }
      if result == 0, left <= 0 { return false }
      if result < 0, errno != EINTR { return false }
    }
  }
}
