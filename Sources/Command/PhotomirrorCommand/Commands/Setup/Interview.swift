import Console
import Foundation
import Threads

/// Questions to the user at a terminal, each on a line of its own, and the lines that are typed.
struct Interview: Sendable {
  /// Whether somebody can answer: standard input and standard error are terminals.
  let isPossible = isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1

  /// The error at the end of the input, after which there is nothing to ask.
  static let noAnswer = UsageError("the questions have no answer", hints: ["nothing was written"])
  private static let mostBytes = 4096

  /// - Parameter usual: The answer of an empty line; nil if there must be one.
  /// - Throws: ``UsageError`` at the end of the input.
  func ask(_ question: String, usual: String? = nil) async throws -> String {
    while true {
      Output.error.write(lines: [question + (usual.map { " [\($0)]" } ?? "")])
      if let answer = try Self.answer(try await line()) ?? usual { return answer }
    }
  }

  /// The typed line is not shown.
  /// - Parameter usual: The answer of an empty line; nil if there must be one.
  /// - Throws: ``UsageError`` at the end of the input, or if the terminal shows what is typed.
  func askSecret(_ question: String, usual: String? = nil) async throws -> String {
    guard TerminalEcho.hideAll(of: STDIN_FILENO) else {
      throw UsageError(
        "this terminal shows what is typed", hints: ["give --key-file with the path of a file"])
    }
    defer { TerminalEcho.restore() }
    while true {
      Output.error.write(lines: [question])
      if let answer = try Self.answer(try await line()) ?? usual { return answer }
    }
  }

  /// Nil for an empty line.
  private static func answer(_ line: String) throws(UsageError) -> String? {
    let answer = line.trimmingCharacters(in: .whitespaces)
    guard answer.utf8.count <= mostBytes,
      answer.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
    else { throw UsageError("an answer is one line of at most \(mostBytes) bytes") }
    return answer.isEmpty ? nil : answer
  }

  /// Not on a thread of Swift's pool, which a person would block.
  private func line() async throws -> String {
    let input = ThreadPool(name: "input", width: 1)
    let line = await input.run { readLine() }
    await input.shutdown()
    guard let line else { throw Self.noAnswer }
    return line
  }
}
