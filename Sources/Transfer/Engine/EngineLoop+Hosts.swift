/// What the transfers' ends mean for their hosts.
extension EngineLoop {
  /// Puts a job into its host's lane, or fails it where the host was given up.
  func accept(_ job: Job) {
    let host = job.address.host
    guard health[host]?.isGivenUp(at: .now) ?? false else {
      return lanes.append(job, id: job.id, host: host)
    }
    job.fail(Fault(.hostDown, "the host was given up, because it answers nothing"))
  }

  /// Draws the consequences of a job's end for the host that was asked last.
  func judge(_ exchange: Exchange) {
    let host = exchange.address.host
    guard let outcome = exchange.outcome else { return }
    guard health[host] != nil || outcome != .answered else { return }
    var state =
      health[host]
      ?? HostHealth(
        configuration.hostLimits, width: min(configuration.widthPerHost, configuration.width))
    let verdict = state.note(
      outcome, began: exchange.began, now: .now, roll: .random(in: 0...1))
    remember(state, of: host)
    carryOut(verdict, for: host, because: exchange.complaint)
  }

  private func remember(_ state: HostHealth, of host: String) {
    // Names come from the feeds: a feed with a new dead host for every photo must cost no memory.
    if health.count > Self.mostHosts {
      for host in health.keys { lanes.narrow(host, to: nil) }
      health = [:]
    }
    health[host] = state.isGood ? nil : state
    lanes.narrow(host, to: state.isGood ? nil : state.isProbing ? 1 : state.width)
  }

  private func carryOut(_ verdict: HostHealth.Verdict, for host: String, because reason: String) {
    switch verdict {
    case .none: break
    case .pause(let pause):
      lanes.close(host, until: .now + pause)
      configuration.onNote?(.paused(host: host, pause: pause, reason: reason))
    case .giveUp:
      configuration.onNote?(.gaveUp(host: host, reason: reason))
      for job in lanes.removeAll(host: host) {
        job.fail(Fault(.hostDown, "the host was given up: \(reason)"))
      }
    }
  }
}
