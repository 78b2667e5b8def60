import Locking
import TestSupport
import Testing

@testable import Transfer

@Suite("The slots of hosts that processes share")
struct HostSharesTests {
  private let shares = HostShares()

  private func set(_ slots: [String: Int]) {
    shares.set(workers: 1, slots: slots, for: shares.demands, pauses: [:])
  }

  @Test("A change of shares is reported once, and each later one again")
  func changes() throws {
    shares.set(
      workers: 4, slots: ["a.example": 2], for: shares.demands,
      pauses: ["a.example": .seconds(60)])
    let first = try #require(shares.change(since: 0))
    #expect(first.workers == 4 && first.pauses.keys.sorted() == ["a.example"])
    #expect(first.slots == ["a.example": 2] && shares.change(since: first.number) == nil)
    set([:])
    let second = try #require(shares.change(since: first.number))
    #expect(second.workers == 1 && second.pauses.isEmpty && second.slots.isEmpty)
  }

  @Test(
    "A host without a slot is wished for after its jobs are gone, and kept for a moment when it comes"
  )
  func missed() throws {
    shares.noteMissed("a.example", width: 2)
    #expect(shares.isMissing)
    let demand = HostShares.Demand(host: "a.example", width: 2, wanted: 1, held: 0)
    #expect(shares.demands.hosts == ["a.example": demand])
    set(["a.example": 1])
    #expect(!shares.isMissing && shares.demands.hosts == ["a.example": demand])
    shares.noteStart("a.example")
    #expect(shares.demands.hosts.isEmpty)
  }

  @Test("A process with files of other hosts is not held up by one host")
  func others() {
    shares.noteMissed("a.example", width: 2)
    shares.noteStart("b.example")
    #expect(!shares.isMissing && shares.demands.hosts.keys.sorted() == ["a.example"])
  }

  @Test("Slots that were taken for one engine are not given to the next")
  func next() throws {
    let demands = shares.demands
    shares.close()
    shares.set(workers: 1, slots: ["a.example": 2], for: demands, pauses: [:])
    #expect(try #require(shares.change(since: 0)).slots.isEmpty)
  }

  /// An engine over a host that allows two transfers, and its server, whose answers wait for `gate`.
  private func engine(
    patience: Duration = .seconds(60), _ url: (String) -> Void = { _ in }
  ) throws -> (TransferEngine, WireServer) {
    let server = try WireServer { _ in [.ok([1])] }
    var configuration = TransferConfiguration()
    configuration.rules = [HostRule(host: nil, width: 2)]
    (configuration.shares, configuration.slotTimeout) = (shares, patience)
    return (try TransferEngine(configuration), server)
  }

  @Test("Without a slot no request is made; with one, all are")
  func waits() async throws {
    let (engine, server) = try engine()
    let answers = Task {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<5 {
          group.addTask { _ = try await engine.answer(to: TransferRequest(url: server.url())) }
        }
        try await group.waitForAll()
      }
    }
    while shares.demands.hosts.first?.value.wanted != 2 { await Task.yield() }
    #expect(server.requests.isEmpty)
    let host = try #require(shares.demands.hosts.keys.first)
    set([host: 1])
    try await answers.value
    #expect(server.requests.count == 5)
    // What is not wanted any more is given back in two steps.
    while shares.demands.hosts[host] != .init(host: host, width: 2, wanted: 0, held: 1) {
      await Task.yield()
    }
    set([:])
    while !shares.demands.hosts.isEmpty { await Task.yield() }
    await engine.shutdown()
  }

  @Test("A job that waits for a slot in vain is given back, and the host is wished for")
  func givesBack() async throws {
    let (engine, server) = try engine(patience: .zero)
    let error = await #expect(throws: TransferError.self) {
      try await engine.answer(to: TransferRequest(url: server.url()))
    }
    #expect(error?.kind == .hostBusy && error?.isTransient == false)
    #expect(
      error?.message.contains("the host allows 2 transfers, which other workers have") == true)
    #expect(server.requests.isEmpty && shares.isMissing)
    await engine.shutdown()
    #expect(!shares.isMissing)
  }
}
