import Glibc
import MirrorCore
import Testing

@testable import Mirroring

@Suite("How long a worker waits for a store")
struct StoreWaitTests {
  private let start = ContinuousClock.now
  private let full = MirrorError.directory("the store answers 507", .store)

  @Test("A full store is waited for, until a quarter of an hour has passed without a photo")
  func ends() throws {
    var wait = StoreWait()
    for minute in 0..<15 {
      let pause = try wait.pause(after: full, stored: 3, now: start + .seconds(60 * minute))
      #expect(pause >= .seconds(10) && pause <= .seconds(20))
    }
    let last = try? wait.pause(after: full, stored: 3, now: start + .seconds(900))
    #expect(last == nil)
  }

  @Test("A photo that was stored meanwhile begins the time anew")
  func progress() throws {
    var wait = StoreWait()
    _ = try wait.pause(after: full, stored: 0, now: start)
    _ = try wait.pause(after: full, stored: 1, now: start + .seconds(1000))
    _ = try wait.pause(after: full, stored: 1, now: start + .seconds(1800))
  }

  @Test(
    "Only what may end by itself is waited for",
    arguments: [
      (DirectoryProblem.storeCredentials, true), (.system(errno: ENOSPC), true),
      (.system(errno: EDQUOT), true), (.lowSpace(free: 1, minimum: 2), true),
      (.system(errno: EACCES), false), (.otherStore, false), (.damagedCatalog, false),
    ])
  func kinds(_ problem: DirectoryProblem, waits: Bool) {
    var wait = StoreWait()
    let error = MirrorError.directory("no", problem)
    let pause = try? wait.pause(after: error, stored: 0, now: start)
    #expect((pause != nil) == waits)
  }
}
