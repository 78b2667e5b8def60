import Catalog
import Foundation
import MirrorCore
import Testing

@Suite(
  "The slots of hosts on PostgreSQL",
  .enabled(if: TestServer.isThere, "Tests/Programs/PostgreSQL/run starts one"))
struct ServerSlotTests {
  private let database: TestServer.Database

  init() throws { database = try TestServer.Database() }

  private func session() throws -> WorkerSession {
    try WorkerSession(Catalog(sharing: database.server), name: "test", program: "1", lease: 60)
  }

  private func wish(
    _ wanted: Int, held: Int = 0, of host: String = "a.example", width: Int = 4
  ) -> SlotDemand { SlotDemand(host: host, width: width, wanted: wanted, held: held) }

  @Test("Slots are taken, divided and given back, and those of a dead worker are free")
  func exchange() async throws {
    let (one, two) = (try session(), try session())
    #expect(try await one.exchangeSlots(part: 0, for: [wish(9)]) == ["a.example": 4])
    #expect(try await two.exchangeSlots(part: 0, for: [wish(9)]) == ["a.example": 0])
    #expect(try await one.exchangeSlots(part: 0, for: [wish(9, held: 4)]) == ["a.example": 2])
    // It still uses four.
    #expect(try await two.exchangeSlots(part: 0, for: [wish(9)]) == ["a.example": 0])
    #expect(try await one.exchangeSlots(part: 0, for: [wish(9, held: 2)]) == ["a.example": 2])
    #expect(try await two.exchangeSlots(part: 0, for: [wish(9)]) == ["a.example": 2])
    // The listings are another contender.
    #expect(try await one.exchangeSlots(part: 1, for: [wish(1)]) == ["a.example": 0])
    try database.change(
      "UPDATE photomirror.worker SET lease_until = now() - interval '1 s' WHERE id = \(one.worker)")
    #expect(try await two.exchangeSlots(part: 0, for: [wish(9, held: 2)]) == ["a.example": 4])
    #expect(try await two.exchangeSlots(part: 0, for: []).isEmpty)
    #expect(try database.read("SELECT count(*)::text FROM photomirror.host_slot") == ["0"])
    await one.close()
    await two.close()
  }

  @Test("A turn ends when its time is over and others wait")
  func turns() async throws {
    let (one, two) = (try session(), try session())
    _ = try await one.exchangeSlots(part: 0, for: [wish(1, width: 1)])
    _ = try await two.exchangeSlots(part: 0, for: [wish(1, width: 1)])
    try database.change(
      "UPDATE photomirror.host_slot SET held_since = held_since - interval '11 s'")
    #expect(
      try await one.exchangeSlots(part: 0, for: [wish(1, held: 1, width: 1)]) == ["a.example": 0])
    #expect(try await one.exchangeSlots(part: 0, for: [wish(1, width: 1)]) == ["a.example": 0])
    #expect(try await two.exchangeSlots(part: 0, for: [wish(1, width: 1)]) == ["a.example": 1])
    await one.close()
    await two.close()
  }

  @Test("Many workers at once never take more slots of three hosts than they have")
  func many() async throws {
    let widths = ["a.example": 1, "b.example": 3, "c.example": 8]
    let sessions = try (0..<20).map { _ in try session() }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for session in sessions {
        group.addTask {
          var slots: [String: Int] = [:]
          for _ in 0..<30 {
            let wishes = widths.map { host, width in
              SlotDemand(
                host: host, width: width, wanted: Int.random(in: 0...5),
                held: slots[host, default: 0])
            }
            slots = try await session.exchangeSlots(part: 0, for: wishes)
          }
        }
      }
      for _ in 0..<200 {
        let rows = try database.read(
          "SELECT host || ' ' || sum(slots) FROM photomirror.host_slot GROUP BY host")
        for row in rows {
          let words = row.split(separator: " ")
          #expect(Int(words[1]) ?? 99 <= widths[String(words[0])] ?? 0, "\(row)")
        }
      }
      try await group.waitForAll()
    }
    for session in sessions { await session.close() }
  }
}
