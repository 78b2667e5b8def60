import Locking
import Testing

@testable import Operations

@Suite("Place", .timeLimit(.minutes(15)))
struct PlaceTests {
  @Test("A place is closed if its work stops while waiting tasks are resumed")
  func stopsAtOnce() async {
    let outer = Place(Slots(1), in: nil)
    let inner = Place(Slots(1), in: outer)
    inner.leave()
    let first = Task(executorPreference: HereExecutor()) {
      await outer.arrive()
      inner.leave()
    }
    // Resumes the task, which stops the work before this returns.
    inner.enter()
    await first.value
    let hasPassed = Locked(false)
    let second = Task {
      await inner.arrive()
      hasPassed.withLock { $0 = true }
    }
    for _ in 0..<100 { await Task.yield() }
    #expect(!hasPassed.withLock { $0 })
    inner.enter()
    await second.value
  }

  /// Whether a task that arrives at a place can go on at once.
  private func isOpen(_ place: Place) async -> Bool {
    let hasPassed = Locked(false)
    let arrival = Task(executorPreference: HereExecutor()) {
      await place.arrive()
      hasPassed.withLock { $0 = true }
    }
    defer { arrival.cancel() }
    return hasPassed.withLock { $0 }
  }

  @Test("A place that ends at rest leaves the enclosing one once, and its lent slot to others")
  func endsAtRest() async {
    let outer = Place(Slots(1), in: nil)
    outer.enter()
    let slots = Slots(1)
    #expect(slots.takeIfFree())
    let inner = Place(slots, in: outer)
    // The body waits for a child, goes on because it is cancelled, and ends before the child counts as ended.
    inner.beginWait(in: slots)
    inner.end()
    inner.endWait(in: slots)
    #expect(await isOpen(outer))
    #expect(slots.takeIfFree())
    #expect(!slots.takeIfFree())
  }

  @Test("A place that ends at work leaves the enclosing one, which may then rest")
  func endsAtWork() async {
    let outer = Place(Slots(1), in: nil)
    outer.enter()
    let slots = Slots(1)
    #expect(slots.takeIfFree())
    let inner = Place(slots, in: outer)
    outer.leave()
    #expect(await isOpen(outer))
    inner.end()
    #expect(await !isOpen(outer))
    #expect(slots.takeIfFree())
  }

  @Test("A place lends its slot while it waits for a retry, and not in a later wait for a child")
  func lendsInPauses() async throws {
    let slots = Slots(2)
    #expect(slots.takeIfFree() && slots.takeIfFree())
    let place = Place(slots, in: nil)
    try await place.pause {
      #expect(slots.takeIfFree())
      slots.release()
    }
    place.beginWait()
    #expect(!slots.takeIfFree())
    place.endWait()
    place.end()
    #expect(slots.takeIfFree())
  }

  @Test("A place that ends at rest releases a slot that it has not lent")
  func endsUnlent() async {
    let outer = Place(Slots(1), in: nil)
    outer.enter()
    let slots = Slots(1)
    #expect(slots.takeIfFree())
    let inner = Place(slots, in: outer)
    inner.beginWait()
    inner.end()
    inner.endWait()
    #expect(await isOpen(outer))
    #expect(slots.takeIfFree())
  }

  @Test("A slot that was lent, received and lent again is not released at the end")
  func endsLentAgain() async {
    let slots = Slots(1)
    #expect(slots.takeIfFree())
    let place = Place(slots, in: nil)
    place.beginWait(in: slots)
    #expect(slots.takeIfFree())
    place.endWait(in: slots)
    slots.release()
    await place.arrive()
    place.beginWait(in: slots)
    place.end()
    #expect(slots.takeIfFree())
    #expect(!slots.takeIfFree())
  }
}
