import Testing

@testable import Transfer

@Suite("The width of a host")
struct HostWidthTests {
  let start = SuspendingClock.now

  /// Answers to transfers that began after every earlier decrease.
  func answer(_ count: Int, _ width: inout HostWidth, at seconds: Int) {
    for _ in 0..<count { width.increase(began: start + .seconds(seconds)) }
  }

  @Test(
    "The width starts at half of what is allowed, but not below four",
    arguments: [(16, 8), (8, 4), (6, 4), (3, 3), (1, 1), (0, 1), (-1, 1)])
  func first(most: Int, width: Int) { #expect(HostWidth(most: most).width == width) }

  @Test("The width grows with each answer until something fails, up to what is allowed")
  func growth() {
    var width = HostWidth(most: 16)
    answer(3, &width, at: 0)
    #expect(width.width == 11)
    answer(100, &width, at: 0)
    #expect(width.width == 16)
  }

  @Test("A failure halves the width, which then grows by one for each width of answers")
  func failure() {
    var width = HostWidth(most: 8)
    answer(4, &width, at: 0)
    width.decrease(isPushBack: false, began: start, now: start + .seconds(1))
    #expect(width.width == 4)
    answer(3, &width, at: 2)
    #expect(width.width == 4)
    answer(1, &width, at: 2)
    #expect(width.width == 5)
    answer(5 + 6 + 7, &width, at: 2)
    #expect(width.width == 8)
  }

  @Test("Transfers that fail together halve the width once, and their answers do not raise it")
  func together() {
    var width = HostWidth(most: 16)
    answer(8, &width, at: 0)
    for _ in 0..<16 {
      width.decrease(isPushBack: false, began: start, now: start + .seconds(1))
    }
    answer(100, &width, at: 0)
    #expect(width.width == 8)
    width.decrease(isPushBack: false, began: start + .seconds(1), now: start + .seconds(2))
    #expect(width.width == 4)
  }

  @Test("The width never falls below one")
  func one() {
    var width = HostWidth(most: 4)
    for second in 0..<5 {
      let now = start + .seconds(second)
      width.decrease(isPushBack: true, began: now, now: now)
    }
    #expect(width.width == 1)
    answer(1, &width, at: 5)
    #expect(width.width == 1)
  }

  @Test("After a push-back the width stays below what was refused, until many answers came")
  func pushBack() {
    var width = HostWidth(most: 16)
    width.decrease(isPushBack: true, began: start, now: start + .seconds(1))
    #expect(width.width == 4)
    answer(4 + 5 + 6, &width, at: 2)
    #expect(width.width == 7)
    answer(HostWidth.answersBeforeRetry - 1, &width, at: 2)
    #expect(width.width == 7)
    answer(1, &width, at: 2)
    #expect(width.width == 8)
  }

  @Test("A server with a limit of its own refuses at most one request in 500", arguments: 1...8)
  func bounded(most: Int) {
    var (width, refused) = (HostWidth(most: 16), 0)
    for second in 0..<20_000 {
      let now = start + .seconds(second)
      if width.width > most {
        refused += 1
        width.decrease(isPushBack: true, began: now, now: now)
      } else {
        width.increase(began: now)
      }
    }
    #expect((1...most).contains(width.width) && refused < 40)
  }

  @Test(
    "A host that follows its latency gets as many transfers as it answers in the time of one answer",
    arguments: [(0, 10), (1, 10), (20, 10), (50, 25), (100, 34), (5000, 34)])
  func latency(milliseconds: Int, expected: Int) {
    var width = HostWidth(most: 34, rate: 500)
    #expect(width.width == 10)
    width.note(latency: .milliseconds(milliseconds))
    answer(100, &width, at: 0)
    #expect(width.width == expected)
  }

  @Test(
    "A host that answers 50 ms late gives in its first second nearly what 32 transfers give")
  func late() {
    let fixed = answered { _ in 32 }
    var width = HostWidth(most: 34, rate: 800)
    let automatic = answered { isAnswer in
      if isAnswer {
        width.note(latency: .milliseconds(50))
        answer(1, &width, at: 0)
      }
      return width.width
    }
    #expect(Double(automatic) > 0.98 * Double(fixed))
  }

  /// How many transfers end in the first second, each after 50 ms of waiting and 10 ms of receiving.
  /// - Parameter width: How many run at once; called with true after each answer.
  private func answered(_ width: (_ isAnswer: Bool) -> Int) -> Int {
    var (running, count, ends) = (0, 0, [Int](repeating: 0, count: 1100))
    for millisecond in 0..<1000 {
      for _ in 0..<ends[millisecond] {
        (running, count) = (running - 1, count + 1)
        _ = width(true)
      }
      let starting = max(0, width(false) - running)
      (running, ends[millisecond + 60]) = (running + starting, starting)
    }
    return count
  }

  @Test("An answer that waited at the server raises no width, and a nearer server lowers it")
  func nearer() {
    var width = HostWidth(most: 34, rate: 500)
    for _ in 0..<63 { width.note(latency: .milliseconds(60)) }
    answer(100, &width, at: 0)
    #expect(width.width == 30)
    width.note(latency: .milliseconds(30))
    #expect(width.width == 15)
    for _ in 0..<200 { width.note(latency: .seconds(1)) }
    answer(100, &width, at: 0)
    #expect(width.width == 34)
  }

  @Test("A push-back limits a width that follows the latency as any other")
  func pushedBack() {
    var width = HostWidth(most: 34, rate: 500)
    width.note(latency: .milliseconds(100))
    answer(10, &width, at: 0)
    #expect(width.width == 20)
    width.decrease(isPushBack: true, began: start, now: start + .seconds(1))
    #expect(width.width == 10)
    answer(900, &width, at: 2)
    #expect(width.width == 19)
  }
}
