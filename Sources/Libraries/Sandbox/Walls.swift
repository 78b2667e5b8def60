import CSandbox
import Glibc
import SystemCalls

/// The restrictions of processes that run strangers' code or read strangers' bytes. A process of which one is demanded
/// and cannot be set does not begin its work.
package struct Walls: OptionSet, Sendable, Hashable {
  /// Which system calls a process may make (seccomp(2)).
  package static let calls = Walls(rawValue: sandbox_wall_calls.rawValue)
  /// Which files a process may read, and that it changes none (landlock(7)).
  package static let files = Walls(rawValue: sandbox_wall_files.rawValue)

  /// What the kernel offers to this process, and so to those that it starts. Each of them must have it: what is not
  /// offered is told to the user once.
  package static let offered: Walls = {
    var walls: Walls = []
    if SystemCallFilter.isOffered { walls.insert(.calls) }
    if FileAccess.version > 0 { walls.insert(.files) }
    return walls
  }()

  /// `sandbox_walls`.
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// A restriction that a process needs and could not set, or another reason for which it does not begin.
package struct WallFailure: Error, Sendable, Hashable {
  /// What failed; the numbers are those of `sandbox_step`.
  package enum Step: Int64, Sendable, CaseIterable {
    /// The start itself.
    case start
    /// The limits of its memory, its files and its processes, and its capabilities.
    case limits
    case files
    case calls
  }

  /// What failed.
  package let step: Step
  /// An errno.
  package let code: Int32

  package init(_ step: Step, _ code: Int32) { (self.step, self.code) = (step, code) }

  /// A clause in lower case without a period, but for the system's text.
  package var reason: String {
    let text = SystemError(code).reason
    return switch step {
    case .start: text
    case .limits: "its rights and its memory cannot be limited (\(text))"
    case .files: "its access to files cannot be restricted (\(text))"
    case .calls: "its system calls cannot be restricted (\(text))"
    }
  }
}

extension WallFailure {
  /// The longest message of this kind.
  static let mostBytes = 32

  /// The first message of a process.
  static func encode(_ failure: WallFailure?) -> [UInt8] {
    var writer = MessageWriter()
    writer.append(failure == nil)
    if let failure {
      writer.append(failure.step.rawValue)
      writer.append(failure.code)
    }
    return writer.bytes
  }

  /// Reads a message that ``encode(_:)`` made.
  /// - Throws: The failure that it has. An invalid message counts as a failure of the start.
  static func check(_ message: [UInt8]) throws(ProcessChannel.Broken) {
    var reader = MessageReader(message)
    if let isWhole = try? reader.flag(), isWhole { return }
    let step = (try? reader.number()).flatMap(Step.init(rawValue:)) ?? .start
    let code = (try? reader.number()) ?? Int64(ECHILD)
    throw .init(reason: WallFailure(step, Int32(truncatingIfNeeded: code)).reason)
  }
}

extension MessageWriter {
  /// Adds walls as a field of eight bytes.
  package mutating func append(_ walls: Walls) { append(walls.rawValue) }
}

extension MessageReader {
  /// Walls; bits without a meaning are an error.
  package mutating func walls() throws(Invalid) -> Walls {
    Walls(rawValue: UInt32(try number(in: 0...3)))
  }
}
