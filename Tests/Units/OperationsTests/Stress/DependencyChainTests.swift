import Foundation
import Operations
import Testing

/// Long chains of dependencies are released one after the other: recursion would overflow the stack.
@Suite("Chains of dependencies", .timeLimit(.minutes(15)))
struct DependencyChainTests {
  @Test("A chain of 100,000 operations that are given up before their start is released")
  func givenUp() async {
    await #expect(processExitsWith: .success) {
      var last: TaskOperation = AsyncOperation {}
      for number in 1..<100_000 {
        let next = number.isMultiple(of: 3) ? GroupOperation<Void>() : AsyncOperation<Void> {}
        next.addDependency(last)
        last = next
      }
      last = AsyncOperation {}
    }
  }

  @Test("A chain whose operations have several dependencies is released")
  func braided() async {
    await #expect(processExitsWith: .success) {
      var last = [AsyncOperation {}, AsyncOperation {}]
      for _ in 1..<50_000 {
        let next = [AsyncOperation {}, AsyncOperation {}]
        for operation in next {
          for dependency in last { operation.addDependency(dependency) }
        }
        last = next
      }
      last = []
    }
  }

  @Test("The release of a chain's end leaves operations that others hold as they are")
  func held() async {
    await #expect(processExitsWith: .success) {
      var (last, middle) = (AsyncOperation {}, AsyncOperation {})
      for number in 1..<100_000 {
        let next = AsyncOperation {}
        next.addDependency(last)
        last = next
        if number == 50_000 { middle = next }
      }
      last = AsyncOperation {}
      guard middle.dependencies.count == 1, !middle.isReady else { exit(1) }
    }
  }
}
