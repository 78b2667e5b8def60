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
    let threads = EventRecorder<UInt>()
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
            threads.record(threadIdentity())
          }
        }
      }
    }
    #expect(gauge.peak == 3)
    #expect(Set(threads.events).count == 3)
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
    let thread = await withTaskExecutorPreference(pool) { await currentThread() }
    #expect(await pool.run { threadIdentity() } == thread)
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
    let own = await withTaskExecutorPreference(pool) { await currentThread() }
    #expect(own != 0)
  }

  @Test("results come in the order of the items, each once")
  func ordered() async {
    let pool = ThreadPool(name: "crew", width: 3)
    var results: [Int] = []
    await pool.forEachOrdered(of: Array(0..<500)) { number in
      for _ in 0..<(number % 7) { sched_yield() }
      return number * 2
    } _: {
      results.append($0)
    }
    #expect(results == (0..<500).map { $0 * 2 })
    await pool.shutdown()
  }

  @Test("a cancelled task begins no further item, and hands on what was begun")
  func cancelled() async throws {
    let pool = ThreadPool(name: "crew", width: 1)
    let (begun, entered, leaving) = (
      EventRecorder<Int>(), Gate(), DispatchSemaphore(value: 0)
    )
    let task = Task {
      var results: [Int] = []
      await pool.forEachOrdered(of: Array(0..<100)) { number in
        begun.record(number)
        if number == 3 {
          entered.open()
          leaving.wait()
        }
        return number
      } _: {
        results.append($0)
      }
      return results
    }
    try await entered.pass()
    task.cancel()
    leaving.signal()
    #expect(await task.value == [0, 1, 2, 3])
    #expect(begun.events == [0, 1, 2, 3])
    await pool.shutdown()
  }

  @Test("an actor can live on a serial thread")
  func serialThread() async {
    let ledger = Ledger()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<100 { group.addTask { await ledger.add() } }
    }
    #expect(await ledger.count == 100)
    #expect(await ledger.threads == [await ledger.thread.run { threadIdentity() }])
    await ledger.thread.shutdown()
  }

  @Test("nothing is lost that comes while the threads end")
  func endingThreads() async {
    for round in 0..<200 {
      let pool = ThreadPool(name: "crew", width: 1 + round % 2)
      let gauge = ConcurrencyGauge()
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await pool.shutdown() }
        for _ in 0..<6 { group.addTask { await pool.run { gauge.enter() } } }
      }
      #expect(gauge.total == 6)
    }
  }

  @Test("a serial thread runs one thing at a time after its shutdown too")
  func serialAfterShutdown() async {
    let thread = SerialThread(name: "serial")
    await thread.shutdown()
    let gauge = ConcurrencyGauge()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<200 {
        group.addTask {
          await thread.run {
            gauge.enter()
            sched_yield()
            gauge.leave()
          }
        }
      }
    }
    #expect(gauge.total == 200)
    #expect(gauge.peak == 1)
  }
}

@concurrent private func currentThread() async -> UInt { threadIdentity() }

private actor Ledger {
  let thread = SerialThread(name: "ledger")
  var count = 0
  var threads: Set<UInt> = []

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  func add() {
    count += 1
    threads.insert(threadIdentity())
  }
}
