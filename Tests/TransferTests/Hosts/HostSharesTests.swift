import Testing

@testable import Transfer

@Suite("The shares of processes in hosts")
struct HostSharesTests {
  @Test("A change of shares is reported once, and each later one again")
  func changes() throws {
    let shares = HostShares()
    shares.set(place: 0, of: 4, pauses: ["a.example": .seconds(60)])
    let first = try #require(shares.change(since: 0))
    #expect(first.workers == 4 && first.pauses.keys.sorted() == ["a.example"])
    #expect(shares.change(since: first.number) == nil)
    shares.set(place: 0, of: 2, pauses: [:])
    let second = try #require(shares.change(since: first.number))
    #expect(second.workers == 2 && second.pauses.isEmpty)
    #expect(shares.change(since: second.number) == nil)
  }

  @Test(
    "The parts of all processes are the whole, and differ by one at most",
    arguments: [(10, 4), (3, 4), (8, 8), (7, 1)])
  func parts(total: Int, workers: Int) {
    let parts = (0..<workers).map { place in
      let shares = HostShares()
      shares.set(place: place, of: workers, pauses: [:])
      return shares.part(of: total)
    }
    #expect(parts.reduce(0, +) == total)
    #expect(parts.max()! - parts.min()! <= 1)
  }
}
