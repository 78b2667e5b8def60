import Foundation
import Operations
import OperationsTesting
import Testing

@Suite("ThreadPool")
struct ThreadPoolTests {
  @Test("closures run on the pool's threads, as many at once as it is wide")
  func width() async {
    let pool = ThreadPool(name: "crew", width: 3)
    let gauge = ConcurrencyGauge()
    // All three must be inside at once, or none of them gets on.
    let meeting = NSCondition()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask {
          await pool.run {
            gauge.enter()
            meeting.lock()
            while gauge.total < 3 { meeting.wait() }
            meeting.broadcast()
            meeting.unlock()
            #expect(threadName().hasPrefix("crew "))
          }
        }
      }
    }
    #expect(gauge.peak == 3)
    await pool.shutdown()
  }

  @Test("no more closures run at once than it is wide")
  func bounded() async {
    let pool = ThreadPool(name: "crew", width: 2)
    let gauge = ConcurrencyGauge()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<200 {
        group.addTask {
          await pool.run {
            gauge.enter()
            sched_yield()
            gauge.leave()
          }
        }
      }
    }
    #expect(gauge.total == 200)
    #expect((1...2).contains(gauge.peak))
    await pool.shutdown()
  }

  @Test("a typed error is thrown on as it is")
  func typedError() async {
    let pool = ThreadPool(name: "crew", width: 1)
    do throws(Broken) {
      try await pool.run { () throws(Broken) -> Void in throw Broken(number: 3) }
      Issue.record("nothing was thrown")
    } catch {
      #expect(error.number == 3)
    }
    await pool.shutdown()
  }

  @Test("tasks that prefer the pool run on it")
  func preference() async {
    let pool = ThreadPool(name: "crew", width: 1)
    let name = await withTaskExecutorPreference(pool) { await currentThreadName() }
    #expect(name == "crew 1")
    await pool.shutdown()
  }

  @Test("a shutdown finishes what is queued, and what comes later is still run")
  func shutdown() async {
    let pool = ThreadPool(name: "crew", width: 2)
    let gauge = ConcurrencyGauge()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<50 { group.addTask { await pool.run { gauge.enter() } } }
      await pool.shutdown()
    }
    await pool.shutdown()
    #expect(gauge.total == 50)
    #expect(await pool.run { 5 } == 5)
    #expect(await withTaskExecutorPreference(pool) { await currentThreadName() } == "crew")
  }

  @Test("an actor can live on a serial thread")
  func serialThread() async {
    let ledger = Ledger()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<100 { group.addTask { await ledger.add() } }
    }
    #expect(await ledger.count == 100)
    #expect(await ledger.names == ["ledger 1"])
    await ledger.thread.shutdown()
  }
}

@concurrent private func currentThreadName() async -> String { threadName() }

private actor Ledger {
  let thread = SerialThread(name: "ledger")
  var count = 0
  var names: Set<String> = []

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  func add() {
    count += 1
    names.insert(threadName())
  }
}
