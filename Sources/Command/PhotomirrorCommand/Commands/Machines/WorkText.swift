import Console
import Foundation
import Mirroring

/// The state of workers, for people and for programs.
enum WorkText {
  static func lines(_ status: WorkStatus, on terminal: Terminal) -> [String] {
    let width = terminal.isTerminal ? terminal.size.columns : nil
    return (status.queues.isEmpty ? [] : table(status.queues).lines(width: width) + [""])
      + (status.workers.isEmpty ? [] : table(status.workers).lines(width: width) + [""])
      + notes(status)
  }

  private static func table(_ queues: [WorkStatus.Queue]) -> Table {
    var table = Table([
      .init("SOURCE", isFlexible: true), .init("MIRRORED", isRight: true),
      .init("QUEUED", isRight: true), .init("LATER", isRight: true),
      .init("CLAIMED", isRight: true), .init("DEAD", isRight: true), .init("OLDEST", isRight: true),
    ])
    for queue in queues {
      table.add([
        queue.source, Quantity.count(queue.mirrored), Quantity.count(queue.queued),
        Quantity.count(queue.delayed), Quantity.count(queue.claimed), Quantity.count(queue.dead),
        queue.oldest.map { Quantity.clock(.seconds($0)) } ?? "",
      ])
    }
    return table
  }

  private static func table(_ workers: [WorkStatus.Worker]) -> Table {
    var table = Table([
      .init("WORKER", isFlexible: true), .init("CLAIMED", isRight: true),
      .init("STORED", isRight: true), .init("FAILED", isRight: true),
      .init("BYTES", isRight: true), .init("SEEN", isRight: true),
    ])
    for worker in workers {
      table.add([
        worker.name, Quantity.count(worker.claimed), Quantity.count(worker.stored),
        Quantity.count(worker.failed), Quantity.bytes(worker.byteCount),
        worker.lease > 0 ? "\(Int(worker.silence)) s ago" : "lost",
      ])
    }
    return table
  }

  private static func notes(_ status: WorkStatus) -> [String] {
    let orders = [
      "pause": "paused; 'work --resume' continues",
      "drain": "drained: workers end; 'work --resume' allows them again",
    ]
    var notes = [orders[status.order]].compactMap(\.self)
    if status.isListing { notes.append("a worker reads a listing") }
    for (host, seconds) in status.pauses.sorted(by: { $0.key < $1.key }) {
      notes.append("\(TerminalText.line(host)) refuses transfers for \(Int(seconds)) seconds")
    }
    for failure in status.failures.prefix(5) {
      let host = failure.host.isEmpty ? "failed" : "failed at \(failure.host)"
      notes.append(
        TerminalText.line(
          "\(host): \(Quantity.count(failure.delayed)) tried again, "
            + "\(Quantity.count(failure.dead)) dead: \(failure.reason)"))
    }
    let pace = Quantity.count(Int(status.pace))
    return notes + [
      "\(Quantity.count(status.workers.count, of: "worker")), \(pace) photos a minute"
    ]
  }
}

extension JSONObject {
  init(_ status: WorkStatus) {
    self.init()
    set("order", status.order)
    set("is_listing", status.isListing)
    set("photos_per_minute", Int(status.pace))
    set("workers", status.workers.map(JSONObject.init))
    set("queues", status.queues.map(JSONObject.init))
    set("failures", status.failures.map(JSONObject.init))
  }

  private init(_ worker: WorkStatus.Worker) {
    self.init()
    set("worker", worker.name)
    set("program", worker.program)
    set("seconds", Int(worker.age))
    set("silent_seconds", Int(worker.silence))
    set("lease_seconds", Int(worker.lease))
    set("claimed", worker.claimed)
    set("stored", worker.stored)
    set("failed", worker.failed)
    set("bytes", worker.byteCount)
  }

  private init(_ failure: WorkStatus.HostFailures) {
    self.init()
    set("host", failure.host)
    set("later", failure.delayed)
    set("dead", failure.dead)
    set("reason", failure.reason)
  }

  private init(_ queue: WorkStatus.Queue) {
    self.init()
    set("source", queue.source)
    set("mirrored", queue.mirrored)
    set("missing", queue.missing)
    set("oldest_seconds", queue.oldest.map { Int($0) })
    set("queued", queue.queued)
    set("later", queue.delayed)
    set("claimed", queue.claimed)
    set("dead", queue.dead)
  }
}
