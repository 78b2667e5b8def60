import MirrorCore

/// Divides the transfers that a host allows among those who want some, as leased slots. Pure.
///
/// While there are no more contenders than slots, all get the same number, as far as they want them. If there are more,
/// the first in the order of their turns get one each. A turn ends after ``turnTime`` if another contender waits; the
/// next turn of the same contender comes after those of all others.
struct HostTurns: Sendable {
  /// One that wants slots, or has some: a worker's listings, or its photos.
  struct Contender: Sendable, Hashable {
    let worker: Int64
    let part: Int
    /// What it has, as far as the others know.
    var slots: Int
    var wanted: Int
    /// Its place in the order; lower ones come first.
    var turn: Double
    /// For how many seconds it has had slots; nil if it has none.
    var heldFor: Double?
  }

  /// What one contender gets.
  struct Grant: Sendable, Hashable {
    /// Slots for new transfers.
    let slots: Int
    /// Slots that the others must leave to it: also those that it uses until its transfers end.
    let recorded: Int
    /// Whether its turn is over, so that it goes behind the others.
    let isOver: Bool
  }

  /// Seconds of a turn.
  static let turnTime = 10.0

  /// - Parameters:
  ///   - me: The one that asks, as recorded, with its new demand.
  ///   - held: Slots that it uses now.
  ///   - others: All others of the host.
  static func grant(
    _ me: Contender, held: Int, among others: [Contender], width: Int
  ) -> Grant {
    let waiting = others.filter { $0.wanted > 0 }
    let isCrowded = waiting.count + 1 > width
    let isOver = isCrowded && me.wanted > 0 && me.heldFor ?? 0 >= turnTime
    var line = waiting.sorted { isBefore($0, $1) }
    if me.wanted > 0 {
      let place = isOver ? nil : line.firstIndex { isBefore(me, $0) }
      line.insert(me, at: place ?? line.endIndex)
    }
    let taken = others.reduce(0) { $0 + $1.slots }
    let slots = min(share(of: me, in: line, width), max(0, width - taken))
    return Grant(slots: slots, recorded: max(slots, held), isOver: isOver)
  }

  private static func isBefore(_ a: Contender, _ b: Contender) -> Bool {
    (a.turn, a.worker, a.part) < (b.turn, b.worker, b.part)
  }

  /// Slots for one of a line, by rounds of one for each.
  private static func share(of me: Contender, in line: [Contender], _ width: Int) -> Int {
    var (left, given) = (width, 0)
    while left > 0, given < me.wanted {
      let takers = line.filter { $0.wanted > given }.prefix(left)
      guard takers.contains(where: { $0.worker == me.worker && $0.part == me.part }) else { break }
      given += 1
      left -= takers.count
    }
    return given
  }
}

/// What a worker wants of a host whose transfers are limited for all workers together.
package struct SlotDemand: Sendable, Hashable {
  /// The host's name.
  package let host: String
  /// Transfers that the host allows at the same time.
  package let width: Int
  /// Slots that it can use.
  package let wanted: Int
  /// Slots that it uses now.
  package let held: Int

  package init(host: String, width: Int, wanted: Int, held: Int) {
    (self.host, self.width, self.wanted, self.held) = (host, width, wanted, held)
  }
}
