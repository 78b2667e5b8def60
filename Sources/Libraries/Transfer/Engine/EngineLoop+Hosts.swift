/// What the result of a transfer changes for its host.
extension EngineLoop {
  /// Adds a job to its host's lane, or fails it if the host was given up.
  func accept(_ job: TransferJob) {
    let host = job.address.host
    guard let health = health[host], health.isGivenUp(at: .now) else {
      lanes.append(job, host: host)
      return limitLane(host)
    }
    let reason = health.complaint ?? "it does not answer"
    job.fail(Fault(.hostDown, "gave up on the host: \(reason)"))
  }

  /// Updates the health of the host that was asked last and, after a redirect, of the host in whose
  /// lane the job ran.
  func judge(_ exchange: Exchange) {
    guard let observation = exchange.observation else { return }
    let (host, home) = (exchange.address.host, exchange.job.address.host)
    note(observation, of: exchange, for: host)
    guard host != home else { return }
    switch observation {
    case .answered, .spent: note(.answered, of: exchange, for: home)
    case .brokenOff, .overdue, .erred, .pushedBack, .failed: break
    }
  }

  private func note(
    _ observation: HostHealth.Observation, of exchange: Exchange, for host: String
  ) {
    let state = known(host)
    let allowed = state.width
    if observation == .answered { state.note(latency: exchange.easy.latency) }
    let width = state.width
    let verdict = state.note(
      observation, began: exchange.began, now: .now, roll: .random(in: 0...1))
    if state.width != allowed { lanes.setWidth(limited(state.width, of: host), for: host) }
    if state.width < width { configuration.onNote?(.limited(host: host, width: state.width)) }
    if verdict == .giveUp { state.complaint = exchange.complaint }
    guard verdict != .none else { return }
    var reason = exchange.complaint
    if case .spent = observation { reason = "it allows no further request before (X-RateLimit)" }
    carryOut(verdict, for: host, because: reason, isOffline: observation == .failed)
  }

  func known(_ host: String) -> HostHealth {
    if let state = health[host] { return state }
    if health.count >= mostHosts { forgetHosts() }
    let state = HostHealth(
      configuration.hostLimits, width: configuration.width(of: host),
      rate: configuration.answerRate)
    health[host] = state
    return state
  }

  /// Host names come from feeds: a feed with a new host for every photo must not exhaust memory. Hosts that had trouble
  /// are remembered longer, so that they are asked no more than before.
  private func forgetHosts() {
    let known = health
    health = known.filter { !$0.value.isSound }
    if health.count > Self.mostTroubled { health = [:] }
    (mostHosts, hasForgotten) = (health.count + Self.mostSound, true)
    for host in known.keys where health[host] == nil {
      lanes.setWidth(nil, for: host)
      limitLane(host)
    }
  }

  private func carryOut(
    _ verdict: HostHealth.Verdict, for host: String, because reason: String, isOffline: Bool
  ) {
    switch verdict {
    case .none: break
    case .pause(let pause):
      lanes.close(host, until: .now + pause)
      configuration.onNote?(
        isOffline
          ? .offline(host: host, pause: pause, reason: reason)
          : .paused(host: host, pause: pause, reason: reason))
    case .giveUp:
      configuration.onNote?(.gaveUp(host: host, reason: reason))
      for job in lanes.removeAll(host: host) {
        job.fail(Fault(.hostDown, "gave up on the host: \(reason)"))
      }
    }
  }
}
