import Foundation
import RandomOperations

/// Makes a program that fails smaller as long as it fails, and prints it.
func shrink(_ program: Program) async {
  guard var failure = await firstFailure(of: program, times: 20_000) else {
    return print("the program does not fail")
  }
  var smallest = program
  while let next = await firstFailing(of: smallest.smaller) {
    (smallest, failure) = next
    print("smaller: \(smallest.debugDescription.split(separator: "\n").count) lines")
    fflush(nil)
  }
  print("\(failure)\n\(smallest.debugDescription)")
}

private func firstFailing(of programs: [Program]) async -> (Program, String)? {
  for program in programs {
    if let failure = await firstFailure(of: program, times: 2000) { return (program, failure) }
  }
  return nil
}

/// Runs the program until it fails, or so many times.
private func firstFailure(of program: Program, times: Int) async -> String? {
  await withTaskGroup(of: String?.self) { group in
    for _ in 0..<4 { group.addTask { await failure(of: program, oneAfterTheOther: times / 4) } }
    var first: String?
    for await result in group where result != nil {
      first = first ?? result
      group.cancelAll()
    }
    return first
  }
}

@concurrent private func failure(of program: Program, oneAfterTheOther times: Int) async -> String?
{
  for _ in 0..<times where !Task.isCancelled {
    let faults = await ProgramRun(program).faults(within: .seconds(3))
    if !faults.isEmpty { return faults.joined(separator: "\n") }
  }
  return nil
}
