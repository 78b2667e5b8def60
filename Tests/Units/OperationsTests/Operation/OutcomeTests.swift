import Foundation
import Operations
import Testing

@Suite("Outcome")
struct OutcomeTests {
  /// An error that is not Equatable.
  private struct Opaque: Error { var number: Int }

  @Test("Mapping an outcome changes its value, and neither a failure nor a cancellation")
  func map() throws {
    #expect(Outcome.value(2).map { "\($0)" } == .value("2"))
    #expect(Outcome<Int>.failure(Broken(number: 3)).map { $0 + 1 } == .failure(Broken(number: 3)))
    #expect(Outcome<Int>.cancelled.map { $0 + 1 } == .cancelled)
    #expect(throws: Broken(number: 4)) {
      try Outcome.value(2).map { _ throws in throw Broken(number: 4) }
    }
  }

  @Test("Outcomes are equal if they ended the same way, with equal values or errors")
  func equality() {
    #expect(Outcome.value(1) == .value(1))
    #expect(Outcome.value(1) != .value(2))
    #expect(Outcome.value(1) != .cancelled)
    #expect(Outcome<Int>.cancelled == .cancelled)
    #expect(Outcome<Int>.failure(Broken(number: 1)) == .failure(Broken(number: 1)))
    #expect(Outcome<Int>.failure(Broken(number: 1)) != .failure(Broken(number: 2)))
    #expect(Outcome<Int>.failure(Broken()) != .cancelled)
  }

  @Test("Errors that are not Equatable are equal if their types and descriptions are the same")
  func equalityOfOpaqueErrors() {
    #expect(Outcome<Int>.failure(Opaque(number: 1)) == .failure(Opaque(number: 1)))
    #expect(Outcome<Int>.failure(Opaque(number: 1)) != .failure(Opaque(number: 2)))
    #expect(Outcome<Int>.failure(Opaque(number: 0)) != .failure(Broken()))
  }
}
