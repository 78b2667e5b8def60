import Testing

@testable import Transfer

@Suite("The engine's queue")
struct QueueTests {
  @Test("A queue returns its elements in order, also if taking and adding alternate")
  func order() {
    var queue = Queue<Int>()
    var (next, expected) = (0, 0)
    for round in 0..<200 {
      for _ in 0...(round % 7) {
        queue.append(next)
        next += 1
      }
      for _ in 0...(round % 5) {
        guard let element = queue.popFirst() else { break }
        #expect(element == expected)
        expected += 1
      }
    }
    while let element = queue.popFirst() {
      #expect(element == expected)
      expected += 1
    }
    #expect(expected == next && queue.isEmpty)
  }
}
