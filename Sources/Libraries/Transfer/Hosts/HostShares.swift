import Locking

/// The slots of hosts whose limits several processes share, as one engine has them: each is a transfer at the same
/// time. Any thread.
package final class HostShares: Sendable {
  /// What the engine wants of a host.
  package struct Demand: Sendable, Hashable {
    /// Its name, with a port if the addresses have one.
    package let host: String
    /// Transfers that the host allows at the same time, of all processes together.
    package let width: Int
    /// Slots that it can use; 0 if it only has to end transfers.
    package let wanted: Int
    /// Slots that it still uses: no transfer starts beyond them.
    package let held: Int

    package init(host: String, width: Int, wanted: Int, held: Int) {
      (self.host, self.width, self.wanted, self.held) = (host, width, wanted, held)
    }
  }

  /// What changed, for the engine's thread.
  struct Change {
    let number: Int
    let workers: Int
    /// Until when no transfers to hosts start.
    let pauses: [String: SuspendingClock.Instant]
    /// By host.
    let slots: [String: Int]
  }

  /// What the engine wants of all hosts.
  package struct Demands: Sendable, Hashable {
    /// The generation of the engine.
    let generation: Int
    /// By host.
    package var hosts: [String: Demand]

    /// Nothing.
    package init() { (generation, hosts) = (0, [:]) }

    fileprivate init(_ generation: Int, _ hosts: [String: Demand]) {
      (self.generation, self.hosts) = (generation, hosts)
    }
  }

  private struct State {
    /// The number of the engine: one follows another.
    var generation = 1
    var workers = 1
    var number = 0
    var pauses: [String: SuspendingClock.Instant] = [:]
    var slots: [String: Int] = [:]
    var demands: [String: Demand] = [:]
    /// Hosts whose jobs were given back for lack of a slot, with the time to use a slot for which they are kept.
    var missed: [String: (width: Int, until: SuspendingClock.Instant?)] = [:]
    /// Whether a file of another host began since a host was missed.
    var hasOthers = false
  }

  /// How long a slot that came too late is kept for new jobs.
  private static let grace = Duration.seconds(3)
  /// Host names come from feeds.
  private static let mostMissed = 1000

  private let state = Locked(State())

  package init() {}

  /// What the engine wants, and the hosts that had no slot for jobs that are gone.
  package var demands: Demands {
    state.withLock { state in
      let now = SuspendingClock.now
      for (host, missed) in state.missed {
        if let until = missed.until {
          if until <= now { state.missed[host] = nil }
        } else if state.slots[host, default: 0] > 0 {
          state.missed[host]?.until = now + Self.grace
        }
      }
      return state.missed.reduce(into: Demands(state.generation, state.demands)) { all, missed in
        let known = all.hosts[missed.key]
        guard known?.wanted ?? 0 == 0 else { return }
        all.hosts[missed.key] = Demand(
          host: missed.key, width: missed.value.width, wanted: 1, held: known?.held ?? 0)
      }
    }
  }

  /// Whether jobs were given back for lack of a slot, and no other host has any for this engine.
  package var isMissing: Bool {
    state.withLock { state in
      !state.hasOthers && state.missed.keys.contains { state.slots[$0, default: 0] == 0 }
    }
  }

  /// - Parameters:
  ///   - workers: How many processes share a limit of the rate.
  ///   - slots: By host; those of other hosts are gone.
  ///   - demands: For which the slots were taken: those of an engine that has ended since are not given to the next.
  ///   - pauses: For how long hosts want no transfers, as some process was told.
  package func set(
    workers: Int, slots: [String: Int], for demands: Demands, pauses: [String: Duration]
  ) {
    let now = SuspendingClock.now
    state.withLock { state in
      state.workers = max(1, workers)
      state.slots = state.generation == demands.generation ? slots : [:]
      state.pauses = pauses.mapValues { now + $0 }
      state.number += 1
    }
  }

  /// Nil if nothing changed since the change with that number.
  func change(since number: Int) -> Change? {
    state.withLock { state in
      guard state.number != number else { return nil }
      return Change(
        number: state.number, workers: state.workers, pauses: state.pauses, slots: state.slots)
    }
  }

  /// Replaces what the engine wants.
  func report(_ demands: [String: Demand]) { state.withLock { $0.demands = demands } }

  /// The engine gives back jobs that have waited for a slot of a host.
  func noteMissed(_ host: String, width: Int) {
    state.withLock { state in
      guard state.missed.count < Self.mostMissed else { return }
      if state.missed.isEmpty { state.hasOthers = false }
      state.missed[host] = (width, nil)
    }
  }

  /// A file of a host begins.
  func noteStart(_ host: String) {
    state.withLock { state in
      guard !state.missed.isEmpty else { return }
      if state.missed[host] == nil { state.hasOthers = true } else { state.missed[host] = nil }
    }
  }

  /// The engine ends.
  func close() {
    state.withLock { state in
      state.generation += 1
      (state.demands, state.slots, state.missed, state.hasOthers) = ([:], [:], [:], false)
    }
  }

  var workers: Int { state.withLock(\.workers) }
}
