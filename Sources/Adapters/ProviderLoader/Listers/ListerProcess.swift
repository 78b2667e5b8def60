import Dispatch
import Foundation
import Locking
import ProviderKit
import Sandbox

/// A program that lists by itself, while it lists: asked once, it writes pages as it finds them.
///
/// `@unchecked Sendable`: `lines` belongs to the one call of ``next()`` at a time.
final class ListerProcess: @unchecked Sendable {
  private let process: ProgramProcess
  private let streams: ProgramStreams
  /// Seconds without a line after which it is ended: sites let programs wait for minutes.
  private let silence: Double
  private var lines: [[UInt8]] = []
  private let isStopped = Locked(false)

  /// How long a call waits before it looks whether it is still wanted.
  private static let slice = Duration.milliseconds(200)

  init(_ process: ProgramProcess, silence: Double) {
    (self.process, self.silence) = (process, silence)
    streams = ProgramStreams(of: process)
  }

  func takeNotes() -> [String] { streams.takeNotes() }

  /// Ends the program with all that it has started; from any thread.
  func stop() {
    isStopped.withLock { $0 = true }
    process.end()
  }

  /// Asks for the listing. The question is short enough for the pipe.
  func ask(_ question: ListQuestion) throws(ProcessChannel.Broken) {
    guard let line = try? question.line() else { throw .init(reason: "the question is invalid") }
    let sent = line.withUnsafeBytes { bytes in
      Result { () throws(ProcessChannel.Broken) in try process.write(bytes) }
    }
    guard try sent.get() == line.count else { throw .init(reason: "it does not read its input") }
  }

  /// The next line. Blocks until it is there.
  /// - Throws: `Broken` if the program ended, is silent for too long, or breaks a rule; it is ended then.
  func next() throws(ProcessChannel.Broken) -> ListerLine {
    do throws(ProcessChannel.Broken) {
      let deadline = ContinuousClock.now.advanced(by: .seconds(silence))
      while lines.isEmpty {
        guard !isStopped.withLock(\.self) else { throw .init(reason: "it was stopped") }
        guard deadline > .now else { throw .init(reason: "it wrote nothing for \(Int(silence)) s") }
        lines += try streams.read(
          until: min(deadline, .now.advanced(by: Self.slice)), wantsRoom: false)
      }
      guard let line = ListerLine(lines.removeFirst()) else {
        throw .init(reason: "it wrote a line that is not a page, an end or a failure")
      }
      return line
    } catch {
      let status = process.end() ?? error.reason
      throw .init(reason: streams.lastNote.map { "\(status); it wrote: \($0)" } ?? status)
    }
  }
}
