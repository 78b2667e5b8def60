import Catalog
import MirrorCore

/// The parts of a worker's process, which run at the same time: the heartbeat, the listings, the photos.
struct WorkShift: Sendable {
  private let tools: WorkTools
  private var desk: WorkDesk { tools.desk }
  private var state: WorkState { tools.state }

  init(_ tools: WorkTools) { self.tools = tools }

  func run() async throws {
    try await withTaskCancellationHandler {
      let beats = Task { try await beat() }
      let shares = Task { try await WorkSlots(tools).run() }
      let listings = Task { await list() }
      let result: Result<Void, any Error>
      do {
        result = .success(try await work())
      } catch {
        result = .failure(error)
      }
      listings.cancel()
      // The operations of a listing that is still being read, such as after a command to end.
      state.stop()
      await listings.value
      beats.cancel()
      shares.cancel()
      _ = await (beats.result, shares.result)
      if let failure = state.failure { throw failure }
      try result.get()
    } onCancel: {
      state.stop()
    }
  }

  /// An error of the server ends no worker: its photos are stored as long as nobody else has claimed them.
  private func beat() async throws {
    while true {
      if let order = try? await desk.beat(state.counts) { state.note(order) }
      try await Task.sleep(for: .seconds(min(desk.lease / 3, 5)))
    }
  }

  /// Reads the listings that nobody else has read since this process began.
  private func list() async {
    var waiting = tools.configuration.sources
    while !waiting.isEmpty, !Task.isCancelled {
      do {
        let listed = try await desk.listed()
        waiting.removeAll { listed.contains($0) }
        guard let source = waiting.first else { break }
        guard try await !desk.hasLister() else {
          try await Task.sleep(for: .seconds(.random(in: 0.5...1.5)))
          continue
        }
        do {
          try await WorkRun(nil, named: source, lists: true, tools).list()
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
        // Not the source's failure: the catalog's, or the store's.
        if let error = error as? MirrorError, case .directory = error {
          state.fail(error)
          break
        }
        state.note(problem: "\(waiting[0]): \((error as? MirrorError)?.message ?? "\(error)")")
        waiting.removeFirst()
      }
    }
    state.endListing()
  }

  private func work() async throws {
    var last: Int64 = 0
    while true {
      try Task.checkCancellation()
      guard state.order != .drain else { return }
      // Asked first: a listing that ends in between has put its photos into the queue before.
      let isOver = state.isListingOver
      let isListed = try await !desk.hasLister() && isOver
      let open = try await desk.openSources()
      if open.isEmpty, isListed { return }
      let claimable = open.filter(\.isClaimable).map(\.source)
      guard state.order == .work,
        let source = claimable.first(where: { $0.id > last }) ?? claimable.first
      else {
        try await Task.sleep(for: .seconds(.random(in: 0.3...1)))
        continue
      }
      last = source.id
      let run = try await WorkRun(source, named: source.address, lists: false, tools)
      try await run.work(leavesWhenIdle: open.count > 1)
    }
  }
}
