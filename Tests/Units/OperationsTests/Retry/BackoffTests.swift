import Operations
import Testing

@Suite("Backoff")
struct BackoffTests {
  @Test("The ceiling of an exponential back-off doubles up to the cap")
  func doubling() {
    let backoff = Backoff.exponential(base: .seconds(1), cap: .seconds(10), random: { 1 })
    #expect((1...6).map { backoff.delay(after: $0) } == [1, 2, 4, 8, 10, 10].map { .seconds($0) })
  }

  @Test(
    "The random source selects a fraction of the back-off's ceiling",
    arguments: [0.0, 0.25, 0.5, 1])
  func jitter(roll: Double) {
    let backoff = Backoff.exponential(base: .seconds(4), cap: .seconds(60), random: { roll })
    #expect(backoff.delay(after: 1) == .seconds(4) * roll)
  }

  @Test(
    "Values of the random source outside 0 to 1 are clamped",
    arguments: [(-1.0, 0), (7, 4), (.nan, 4)])
  func loadedDice(roll: Double, seconds: Int) {
    let backoff = Backoff.exponential(base: .seconds(4), cap: .seconds(60), random: { roll })
    #expect(backoff.delay(after: 1) == .seconds(seconds))
  }

  @Test("No attempt number and no cap overflows a back-off", arguments: [Int.min, 0, 1, 200, .max])
  func extremes(attempt: Int) {
    let backoff = Backoff.exponential(
      base: .nanoseconds(1), cap: .seconds(Int64.max), random: { 1 })
    #expect(backoff.delay(after: attempt) > .zero)
    #expect(Backoff.exponential(base: .zero, cap: .zero).delay(after: attempt) == .zero)
    #expect(
      Backoff.exponential(base: .seconds(-1), cap: .seconds(-1)).delay(after: attempt) == .zero)
  }

  @Test("The back-offs none and constant give no delay and a constant delay")
  func simple() {
    #expect(Backoff.none.delay(after: 3) == .zero)
    #expect(Backoff.constant(.seconds(2)).delay(after: 9) == .seconds(2))
  }
}
