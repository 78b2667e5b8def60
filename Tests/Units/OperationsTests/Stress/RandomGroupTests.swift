import OperationsTesting
import RandomOperations
import Testing

/// Programs of groups in groups, retries, keys, dependencies, lists and trees, parts of which fail, are cancelled, settled
/// or suspended at random moments. A hang fails the test as well.
@Suite("Random groups")
struct RandomGroupTests {
  @Test("Random programs do what a model of them predicts", arguments: 0..<4)
  func predicted(group: UInt64) async throws {
    try await stress(tasks: 4, rounds: 100) { task, round in
      let seed = group * 1000 + UInt64(task * 100 + round)
      let program = ProgramGenerator.program(seed: seed)
      let faults = await ProgramRun(program).faults(within: .seconds(60))
      #expect(faults.isEmpty, "\(program.debugDescription)")
    }
  }

  @Test("A seed makes the same random program again, and another seed another one")
  func seeds() {
    let programs = [7, 7, 8].map { ProgramGenerator.program(seed: $0).debugDescription }
    #expect(programs[0] == programs[1])
    #expect(programs[0].dropFirst("program 7".count) != programs[2].dropFirst("program 8".count))
  }
}
