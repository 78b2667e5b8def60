import Catalog
import MirrorCore

/// The parts of a worker's process, which run at the same time: the heartbeat, the listings, the photos.
struct WorkerParts: Sendable {
  private let tools: WorkTools
  private var session: WorkerSession { tools.session }
  private var state: WorkState { tools.state }

  init(_ tools: WorkTools) { self.tools = tools }

  /// The heartbeat goes on until the listings and the photos in progress have ended, also after a command to end.
  func run() async throws {
    let slots = WorkSlots(tools)
    try await withTaskCancellationHandler {
      try await whileRunning([beat, { try? await slots.run() }, endInTime]) {
        try await whileRunning([listUntilCancelled]) { try await work() }
      }
    } onCancel: {
      state.stop()
    }
  }

  /// Also ends the operations of a listing that is being read.
  private func listUntilCancelled() async {
    await withTaskCancellationHandler {
      await list()
    } onCancel: {
      state.stop()
    }
  }

  /// An error of the server ends no worker: its photos are stored as long as nobody else has claimed them.
  private func beat() async {
    while !Task.isCancelled {
      if let order = try? await session.beat(state.counts) { state.note(order) }
      try? await Task.sleep(for: .seconds(min(session.lease / 3, 5)))
    }
  }

  private func endInTime() async {
    guard let time = tools.configuration.options.maximumTime else { return }
    if (try? await Task.sleep(for: time)) != nil { state.noteTimeIsOver() }
  }

  /// Reads the listings, and again whenever the time between two readings is over.
  private func list() async {
    await list(within: nil)
    state.endListing()
    while let pause = tools.configuration.interval, !Task.isCancelled {
      guard (try? await Task.sleep(for: pause)) != nil else { return }
      // Workers that began one after another do not all read.
      await list(within: 0.9 * (pause / .seconds(1)))
    }
  }

  /// Reads the listings that nobody else has read since this process began, or within a time.
  private func list(within seconds: Double?) async {
    var waiting = tools.configuration.sources
    var wait = StoreWait()
    while !waiting.isEmpty, !Task.isCancelled {
      do {
        let listed = try await session.listed(within: seconds)
        waiting.removeAll { listed.contains($0) }
        guard let source = waiting.first else { break }
        guard try await !session.hasLister() else {
          try await Task.sleep(for: .seconds(.random(in: 0.5...1.5)))
          continue
        }
        do {
          try await WorkRun(nil, named: source, lists: true, tools).list(within: seconds)
        } catch MirrorError.directory(_, .busyCatalog) {
          // Another worker was faster.
          continue
        } catch MirrorError.source(_, .hostBusy) {
          // The lock is free now for a worker that has a slot.
          try await Task.sleep(for: .seconds(.random(in: 1...2)))
          continue
        }
        waiting.removeFirst()
      } catch {
        if error is CancellationError || Task.isCancelled { break }
        let error = MirrorError(readingSource: error)
        if let pause = try? wait.pause(after: error, stored: state.totals.stored) {
          tools.announcer.announce(.noted(.waitingForStore(reason: error.message)))
          try? await Task.sleep(for: pause)
          continue
        }
        let isOfDirectory = if case .directory = error { true } else { false }
        state.note(problem: "\(waiting[0]): \(error.message)", isOfDirectory: isOfDirectory)
        waiting.removeFirst()
      }
    }
  }

  private func work() async throws {
    var last: Int64 = 0
    var wait = StoreWait()
    while true {
      try Task.checkCancellation()
      guard state.order != .drain else { return }
      // Asked first: a listing that ends in between has put its photos into the queue before.
      let isOver = state.isListingOver
      let isListed = try await !session.hasLister() && isOver
      let asked = ContinuousClock.now
      guard let source = try await session.nextSource(after: last), state.order == .work else {
        if isListed, tools.configuration.interval == nil, try await !session.hasOpenJobs() {
          return
        }
        // A server that needs long for this is asked rarely.
        let pause = min(.seconds(30), asked.duration(to: .now) * 20)
        try await Task.sleep(for: max(.seconds(.random(in: 0.3...1)), pause))
        continue
      }
      last = source.id
      do {
        let run = try await WorkRun(source, named: source.address, lists: false, tools)
        try await run.work(leavesWhenIdle: session.hasQueuedJobs(besides: source.id))
      } catch {
        guard !(error is CancellationError), !Task.isCancelled else { throw error }
        let error = MirrorError(readingSource: error)
        let pause = try wait.pause(after: error, stored: state.totals.stored)
        tools.announcer.announce(.noted(.waitingForStore(reason: error.message)))
        try await Task.sleep(for: pause)
      }
    }
  }
}
