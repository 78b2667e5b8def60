import Catalog
import MirrorCore
import Transfer

/// What a worker's process exchanges with the others about hosts: which want no transfers, and slots of those that
/// allow only some.
struct WorkSlots: Sendable {
  /// How often the engines' demands are looked at.
  private static let tick = Duration.milliseconds(100)

  private let tools: WorkTools
  private var session: WorkerSession { tools.session }
  /// The photos' and the listings'.
  private var engines: [HostShares] { [tools.sharing.shares, tools.listing] }

  init(_ tools: WorkTools) { self.tools = tools }

  /// Until the task is cancelled. Without an answer for as long as the lease, others may have the slots.
  func run() async throws {
    var (last, next) = (engines.map { _ in HostShares.Demands() }, ContinuousClock.now)
    var answered = next
    while true {
      let demands = engines.map(\.demands)
      if demands != last || .now >= next {
        do throws(MirrorError) {
          try await exchange(demands, last)
          answered = .now
        } catch {
          if .now - answered > .seconds(session.lease) {
            for (engine, demands) in zip(engines, demands) {
              engine.set(workers: 1, slots: [:], for: demands, pauses: [:])
            }
          }
        }
        (last, next) = (demands, .now + .seconds(.random(in: 0.8...1.2)))
      }
      try await Task.sleep(for: Self.tick)
    }
  }

  /// - Parameter last: The demands of the exchange before.
  private func exchange(
    _ demands: [HostShares.Demands], _ last: [HostShares.Demands]
  ) async throws(MirrorError) {
    for (host, time) in tools.state.takePauses() {
      try await session.notePause(of: host, seconds: time / .seconds(1))
    }
    let pauses = Dictionary(
      try await session.pauses().map { ($0.host, Duration.seconds($0.seconds)) }
    ) { $1 }
    let workers = try await session.place().workers
    for (part, engine) in engines.enumerated() {
      let wanted = demands[part].hosts.values.map {
        SlotDemand(host: $0.host, width: $0.width, wanted: $0.wanted, held: $0.held)
      }
      let isIdle = wanted.isEmpty && last[part].hosts.isEmpty
      let slots = isIdle ? [:] : try await session.exchangeSlots(part: part, for: wanted)
      engine.set(workers: workers, slots: slots, for: demands[part], pauses: pauses)
    }
  }
}
