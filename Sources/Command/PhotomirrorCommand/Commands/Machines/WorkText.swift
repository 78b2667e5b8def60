import Console
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

extension WorkStatus {
  static let keys = ResultKeys<WorkStatus> {
    $0.add("order", \.order)
    $0.add("is_listing", \.isListing)
    $0.add("photos_per_minute") { Int($0.pace) }
    $0.add("workers", each: \.workers, workerKeys)
    $0.add("queues", each: \.queues, queueKeys)
    $0.add("failures", each: \.failures, failureKeys)
  }

  private static let workerKeys = ResultKeys<Worker> {
    $0.add("worker", \.name)
    $0.add("program", \.program)
    $0.add("seconds") { Int($0.age) }
    $0.add("silent_seconds") { Int($0.silence) }
    $0.add("lease_seconds") { Int($0.lease) }
    $0.add("claimed", \.claimed)
    $0.add("stored", \.stored)
    $0.add("failed", \.failed)
    $0.add("bytes", \.byteCount)
  }

  private static let queueKeys = ResultKeys<Queue> {
    $0.add("source", \.source)
    $0.add("mirrored", \.mirrored)
    $0.add("missing", \.missing)
    $0.add("oldest_seconds") { $0.oldest.map { Int($0) } }
    $0.add("queued", \.queued)
    $0.add("later", \.delayed)
    $0.add("claimed", \.claimed)
    $0.add("dead", \.dead)
  }

  private static let failureKeys = ResultKeys<HostFailures> {
    $0.add("host", \.host)
    $0.add("later", \.delayed)
    $0.add("dead", \.dead)
    $0.add("reason", \.reason)
  }
}
