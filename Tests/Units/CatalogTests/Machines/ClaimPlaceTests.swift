import Testing

@testable import Catalog

@Suite("Where claims of a queue begin")
struct ClaimPlaceTests {
  /// A queue of jobs that are claimed in their order, with a clock that moves when the start is read.
  private final class Queue {
    var free: [QueuePlace]
    var now = ContinuousClock.now
    var readsStart = 0
    var time = Duration.zero
    private var place = ClaimPlace()

    init(_ free: [QueuePlace]) { self.free = free }

    func claim(_ most: Int) throws -> [Int64] {
      try place.claim(most, now: { now }) { most, place throws(CatalogError) in
        if place == .start {
          readsStart += 1
          now += time
        }
        let chosen = free.filter { ($0.queuedAt, $0.photo) > (place.queuedAt, place.photo) }
          .sorted { ($0.queuedAt, $0.photo) < ($1.queuedAt, $1.photo) }.prefix(most)
        free.removeAll { chosen.contains($0) }
        return chosen.map {
          ClaimedJob(
            photo: $0.photo, claim: WorkClaim(token: 1, attempt: 1), isAddressLost: false,
            queuedAt: $0.queuedAt)
        }
      }.map(\.photo)
    }
  }

  /// Jobs that came at one time, as those of a copied catalog.
  private let queue = Queue((1...20).map { QueuePlace(queuedAt: 100, photo: $0) })

  @Test("A claim begins after the last one, also among jobs of one time")
  func follows() throws {
    #expect(try queue.claim(3) == [1, 2, 3])
    queue.free.append(QueuePlace(queuedAt: 99, photo: 30))
    #expect(try queue.claim(3) == [4, 5, 6])
    #expect(queue.readsStart == 1)
  }

  @Test("The start is read every 20 seconds, and if too few jobs follow")
  func returns() throws {
    #expect(try queue.claim(3) == [1, 2, 3])
    queue.free.append(QueuePlace(queuedAt: 99, photo: 1))
    queue.now += .seconds(20)
    #expect(try queue.claim(2) == [1, 4])
    queue.free.append(QueuePlace(queuedAt: 99, photo: 1))
    #expect(try queue.claim(17) == Array(5...20) + [1])
    #expect(try queue.claim(1) == [])
    #expect(queue.readsStart == 4)
  }

  @Test("A start that took a second twice is read once in a hundred seconds")
  func spares() throws {
    queue.time = .seconds(1)
    #expect(try queue.claim(18) == Array(1...18))
    #expect(try queue.claim(3) == [19, 20])
    #expect(queue.readsStart == 2)
    queue.free.append(QueuePlace(queuedAt: 99, photo: 1))
    queue.now += .seconds(99)
    #expect(try queue.claim(3) == [])
    queue.now += .seconds(1)
    #expect(try queue.claim(3) == [1])
    #expect(queue.readsStart == 3)
  }

  @Test("A server that was down once is not spared")
  func forgives() throws {
    queue.time = .seconds(60)
    #expect(try queue.claim(18) == Array(1...18))
    queue.time = .zero
    #expect(try queue.claim(3) == [19, 20])
    queue.free.append(QueuePlace(queuedAt: 99, photo: 1))
    #expect(try queue.claim(3) == [1])
  }
}
