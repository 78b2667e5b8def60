import Dispatch
import Foundation
import Locking
import ModuleHosting
import ProviderKit
import Sandbox

/// A provider that is a program of its own, `photomirror-provider-NAME`: questions and answers are lines of
/// JSON on its standard input and output (<doc:Programs>).
///
/// It is started once, and again after it ended: its end costs the calls in flight.
final class HostedProgram: JointChannel {

  private struct State {
    var program: RunningProgram?
    /// How often in a row it ended without an answer.
    var failures = 0
  }

  /// So many ends in a row are enough.
  private static let mostFailures = 8
  /// An end within this time costs nobody much.
  private static let quickEnd = Duration.seconds(5)

  private let path: String
  private let processes: ModuleProcesses
  private let state = Locked(State())
  /// Held while a question is admitted, so that two do not start it twice.
  private let admission = DispatchSemaphore(value: 1)

  init(path: String, in processes: ModuleProcesses) {
    (self.path, self.processes) = (path, processes)
  }

  func ask(
    _ method: JointMethod, _ question: [UInt8]
  ) throws -> (status: JointStatus, bytes: [UInt8]) {
    do throws(ProcessChannel.Broken) {
      let (program, ticket) = try admit()
      let start = ContinuousClock.now
      do throws(ProcessChannel.Broken) {
        let reply = try program.ask(method, question, ticket)
        state.withLock { $0.failures = 0 }
        return (reply.status, reply.bytes)
      } catch {
        let isCounted =
          !processes.restartsAlways.withLock(\.self) || start.duration(to: .now) > Self.quickEnd
        if isCounted { state.withLock { $0.failures += 1 } }
        throw error
      }
    } catch {
      throw ModuleStopped(reason: error.reason, method: method)
    }
  }

  func takeNotes() -> [String] { state.withLock(\.program)?.takeNotes() ?? [] }

  /// Starts the program if it does not run.
  private func admit() throws(ProcessChannel.Broken) -> (RunningProgram, RunningProgram.Ticket) {
    admission.wait()
    defer { admission.signal() }
    if let program = state.withLock(\.program), let ticket = program.admit() {
      return (program, ticket)
    }
    guard state.withLock({ $0.failures < Self.mostFailures }) else {
      throw .init(reason: "it ended \(Self.mostFailures) times in a row without an answer")
    }
    let program = RunningProgram(try processes.program(at: path), processes.limits)
    state.withLock { $0.program = program }
    guard let ticket = program.admit() else { throw .init(reason: "it ended") }
    return (program, ticket)
  }
}
