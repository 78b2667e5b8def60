import Foundation
import OperationsTesting
import Testing
import Threads

@Suite("ThreadPool")
struct ThreadPoolTests {
  @Test("Closures run on the pool's threads, as many at once as the pool is wide")
  func width() async {
    let pool = ThreadPool(name: "crew", width: 3)
    let gauge = ConcurrencyGauge()
    let threads = EventRecorder<UInt>()
    // All three must be inside at once, or none of them continues.
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

  @Test("A pool's threads have its name, by which ps(1) and debuggers list them")
  func name() async throws {
    // A name that is given while the thread is being started is lost for one in 300.
    for _ in 0..<1000 {
      let pool = ThreadPool(name: "crew", width: 1)
      let name = try await pool.run {
        try String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
      }
      #expect(name == "crew 1\n")
      await pool.shutdown()
    }
  }

  @Test("A thread pool never runs more closures at once than it is wide")
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

  @Test("A thread pool rethrows a typed error unchanged")
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

  @Test("Tasks that prefer the pool run on it")
  func preference() async {
    let pool = ThreadPool(name: "crew", width: 1)
    let thread = await withTaskExecutorPreference(pool) { await currentThread() }
    #expect(await pool.run { threadIdentity() } == thread)
    await pool.shutdown()
  }

  @Test("A shutdown finishes the queued closures, and closures that arrive later still run")
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

  @Test("Results of a thread pool come in the order of the items, each once")
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

  @Test("A cancelled task begins no further item, and delivers the results of those begun")
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

  @Test("An actor can run on a serial thread")
  func serialThread() async {
    let ledger = Ledger()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<100 { group.addTask { await ledger.add() } }
    }
    #expect(await ledger.count == 100)
    #expect(await ledger.threads == [await ledger.thread.run { threadIdentity() }])
    await ledger.thread.shutdown()
  }

  @Test("Closures that arrive while the pool's threads end are not lost")
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

  @Test("A serial thread runs one closure at a time after its shutdown too")
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
