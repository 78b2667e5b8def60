import Operations
import OperationsTesting
import Testing

private struct Refused: Error {}
private func ask(_ mirror: String) async throws -> String {
  guard mirror == "south" else { throw Refused() }
  return "answer from \(mirror)"
}

@Suite("The guide's page on sequences")
struct GuideSequences {
  @Test("The guide's sequences run by awaits in a body, as a given list, and decided step by step")
  func sequences() async throws {
    let steps = GroupOperation<String> { group in
      let page = try await group.run(AsyncOperation { 20 })
      try await group.run(AsyncOperation.delay(.milliseconds(1)))
      return try await group.run(AsyncOperation { "page \(page)" })
    }
    #expect(try await steps.run() == "page 20")

    let given = GroupOperation.sequence([AsyncOperation { "peel" }, AsyncOperation { "boil" }])
    print(try await given.run().compactMap(\.value).joined(separator: ", "))

    let mirrors = ["north", "east", "south"]
    let answers = GroupOperation.over(mirrors, width: 1, policy: .continue) { mirror in
      AsyncOperation { try await ask(mirror) }
    }
    #expect(try await answers.run().last == .value("answer from south"))

    let first = GroupOperation<String> { group in
      for mirror in mirrors {
        let answer = await Outcome { try await group.run(AsyncOperation { try await ask(mirror) }) }
        if let value = answer.value { return value }
      }
      throw Refused()
    }
    #expect(try await first.run() == "answer from south")
  }
}
