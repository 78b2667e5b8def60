import Foundation
import Locking
import ModuleHosting
import ProviderKit
import Sandbox

/// A module in processes of its own (``ModuleProcesses``).
final class HostedModule: JointChannel {
  private let path: String
  private let processes: ModuleProcesses
  private let idle: Locked<[HelperProcess]>

  /// Opens the module in a first process.
  init(path: String, in processes: ModuleProcesses) throws(ModuleProblem) {
    (self.path, self.processes) = (path, processes)
    let opened: Result<HelperProcess, ModuleProblem>
    do throws(ProcessChannel.Broken) {
      opened = try Self.open(path, in: processes)
    } catch {
      throw ModuleProblem("was stopped while it was opened: \(error.reason)")
    }
    idle = Locked([try opened.get()])
  }

  func ask(
    _ method: JointMethod, _ question: [UInt8]
  ) throws -> (status: JointStatus, bytes: [UInt8]) {
    do {
      let process = try takeProcess()
      let reply = try ask(method, question, of: process)
      idle.withLock { $0.append(process) }
      guard let bytes = reply.bytes else { throw AnswerBuffer.tooLarge }
      return (JointStatus(rawValue: reply.status), bytes)
    } catch let error as ProcessChannel.Broken {
      throw ModuleStopped(reason: error.reason, method: method)
    }
  }

  private func takeProcess() throws -> HelperProcess {
    if let process = idle.withLock({ $0.popLast() }) { return process }
    switch try Self.open(path, in: processes) {
    case .success(let process): return process
    // Although it could be opened before.
    case .failure(let problem): throw ProcessChannel.Broken(reason: "it \(problem.reason)")
    }
  }

  /// - Throws: `Broken` if the process ended.
  private static func open(
    _ path: String, in processes: ModuleProcesses
  ) throws(ProcessChannel.Broken) -> Result<HelperProcess, ModuleProblem> {
    let process = try processes.process()
    let limits = processes.limits
    let answer = try process.exchange(seconds: limits.seconds) {
      channel throws(ProcessChannel.Broken) in
      try channel.send(OpenRequest(modulePath: path).encode(), within: limits.timeout)
      let message = try channel.reply(atMost: OpenAnswer.mostBytes, within: limits.timeout)
      guard let answer = try? OpenAnswer(message) else { throw .init(reason: "invalid answer") }
      return answer
    }
    switch answer {
    case .opened: return .success(process)
    case .refused(let reason):
      return .failure(ModuleProblem(reason.cleaned(to: JointLimits.sentence)))
    }
  }

  private func ask(
    _ method: JointMethod, _ question: [UInt8], of process: HelperProcess
  ) throws(ProcessChannel.Broken) -> (status: Int32, bytes: [UInt8]?) {
    let limits = processes.limits
    return try process.exchange(seconds: limits.seconds) {
      channel throws(ProcessChannel.Broken) in
      try channel.send(Array(method.rawValue.utf8), within: limits.timeout)
      let sent = question.withUnsafeBytes { bytes in
        Result { () throws(ProcessChannel.Broken) in
          try channel.send(bytes, within: limits.timeout)
        }
      }
      try sent.get()
      var reader = MessageReader(try channel.reply(atMost: 16, within: limits.timeout))
      guard let status = try? reader.number(in: Int(Int32.min)...Int(Int32.max)),
        let isTooLarge = try? reader.flag()
      else { throw .init(reason: "invalid answer") }
      guard !isTooLarge else { return (Int32(status), nil) }
      return (
        Int32(status), try channel.reply(atMost: JointLimits.answer, within: limits.timeout)
      )
    }
  }
}

extension ProcessChannel {
  /// The next message of a helper.
  fileprivate borrowing func reply(atMost limit: Int, within timeout: Double) throws(Broken)
    -> [UInt8]
  {
    guard let answer = try receive(atMost: limit, within: timeout) else {
      throw .init(reason: "it ended")
    }
    return answer
  }
}
