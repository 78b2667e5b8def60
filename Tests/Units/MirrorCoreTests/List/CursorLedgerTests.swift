import Testing

@testable import MirrorCore

@Suite struct CursorLedgerTests {
  private func ledger(_ pages: Int) -> CursorLedger {
    var ledger = CursorLedger()
    for page in 1...pages {
      ledger.open(page: page, at: page == 1 ? nil : "\(page)", isLast: page == pages)
    }
    return ledger
  }

  @Test("Pages that end in order advance the cursor one by one, and the last one ends the pass")
  func inOrder() {
    var ledger = ledger(3)
    #expect(ledger.close(page: 1) == .remember(nil))
    #expect(ledger.close(page: 2) == .remember("2"))
    #expect(ledger.close(page: 3) == .end)
  }

  @Test("A page that ends early waits for the pages before it")
  func outOfOrder() {
    var ledger = ledger(4)
    #expect(ledger.close(page: 2) == .none)
    #expect(ledger.close(page: 3) == .none)
    #expect(ledger.close(page: 1) == .remember("3"))
    #expect(ledger.close(page: 4) == .end)
  }

  @Test("The pass ends at the last of four pages, in whichever order the pages end")
  func everyOrder() {
    for order in permutations([1, 2, 3, 4]) {
      var ledger = ledger(4)
      let actions = order.map { ledger.close(page: $0) }
      #expect(actions.last == .end)
      #expect(actions.dropLast().allSatisfy { $0 != .end })
    }
  }

  @Test("A page that does not belong to the pass changes nothing")
  func strangers() {
    var ledger = ledger(2)
    #expect(ledger.close(page: 9) == .none)
    #expect(ledger.close(page: 1) == .remember(nil))
    #expect(ledger.close(page: 1) == .none)
  }

  private func permutations(_ items: [Int]) -> [[Int]] {
    guard let first = items.first else { return [[]] }
    return permutations(Array(items.dropFirst())).flatMap { rest in
      (0...rest.count).map { Array(rest[..<$0]) + [first] + rest[$0...] }
    }
  }
}
