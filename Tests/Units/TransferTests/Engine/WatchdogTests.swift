import Locking
import TestSupport
import Testing

@testable import Transfer

@Suite("A watchdog")
struct WatchdogTests {
  @Test("A watchdog reports an engine whose thread is blocked past a deadline")
  func engine() async throws {
    let (stuck, release, isStuck) = (Latch(), Latch(), Locked(false))
    let bench = try DownloadBench {
      $0.watchInterval = .milliseconds(1)
      $0.onBytes = { _ in release.block() }
      $0.onStuck = { _ in
        isStuck.withLock { $0 = true }
        stuck.open()
      }
    }
    let server = try WireServer { _ in [.ok([1])] }
    // On a busy machine the deadline may pass before the first byte, which ends the transfer
    // normally.
    let download = Task {
      repeat {
        _ = await failure { try await bench.download(server) { $0.deadline = .milliseconds(50) } }
      } while !isStuck.withLock { $0 }
    }
    await stuck.wait()
    release.open()
    await download.value
  }

  @Test("A turn is overdue if it lasts from one check to the next beyond its time, if it has one")
  func pulse() {
    let now = SuspendingClock.now
    var pulse = Pulse()
    pulse.beginTurn(due: now)
    #expect(pulse.isOverdue(since: pulse, at: now) && !pulse.isOverdue(since: nil, at: now))
    #expect(!pulse.isOverdue(since: pulse, at: now - .milliseconds(1)))
    let last = pulse
    pulse.beginTurn(due: now)
    #expect(!pulse.isOverdue(since: last, at: now))
    pulse.beginTurn(due: nil)
    #expect(!pulse.isOverdue(since: pulse, at: now + .seconds(3600)))
  }

  @Test("A watchdog reports an engine that is blocked in the first turn after it was idle")
  func firstTurn() async throws {
    let (stuck, release) = (Latch(), Latch())
    let bench = try DownloadBench {
      ($0.watchInterval, $0.stallTimeout) = (.milliseconds(1), .milliseconds(1))
      $0.onNote = { _ in release.block() }
      $0.onStuck = { _ in stuck.open() }
    }
    let server = try WireServer { _ in [.ok([1])] }
    let download = Task { _ = await failure { try await bench.download(server) } }
    await stuck.wait()
    release.open()
    await download.value
  }

  @Test("A watchdog does not report an engine that waits for a slow server")
  func slowServer() async throws {
    let (isAsked, release) = (Latch(), Latch())
    let bench = try DownloadBench {
      $0.watchInterval = .milliseconds(1)
      $0.onStuck = { Issue.record("\($0)") }
    }
    let server = try WireServer { _ in [.open(isAsked), .late(200), .hold(release), .ok([1])] }
    let download = Task { try await bench.download(server).byteCount }
    await isAsked.wait()
    release.open()
    #expect(try await download.value == 1)
  }

  @Test("A watchdog acts once, after its whole grace without a break")
  func grace() async {
    let (looks, acted) = (Locked(0), Latch())
    let watchdog = Watchdog(every: .milliseconds(1)) {
      looks.withLock { $0 += 1 }
      return looks.withLock { $0 } != 20
    } action: {
      acted.open()
    }
    await acted.wait()
    #expect(looks.withLock { $0 } == 20 + Watchdog.grace)
    watchdog.stop()
  }
}
