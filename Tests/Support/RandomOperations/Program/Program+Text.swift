/// The program as lines: one for each operation, with those that it makes below.
extension Program: CustomDebugStringConvertible {
  package var debugDescription: String {
    var lines = ["program \(seed): \(host)" + disturbances.map { ", \($0)" }.joined()]
    for part in parts { lines += part.lines("") }
    return lines.joined(separator: "\n")
  }
}

extension Part {
  /// `role` is what the operation is to the one around.
  fileprivate func lines(_ role: String) -> [String] {
    var text = role + "#\(id) \(summary)"
    if isObserved { text += ", observed" }
    if !isKept { text += ", not kept" }
    if !keys.isEmpty { text += ", keys \(keys.sorted().joined())" }
    if !dependencies.isEmpty { text += ", after \(dependencies.map { "#\($0)" })" }
    if requiresSuccess { text += " if they succeed" }
    for disturbance in disturbances { text += ", \(disturbance)" }
    return [text] + details.map { "  " + $0 }
  }

  private var summary: String {
    switch kind {
    case .leaf(let body): "leaf, ends with \(body.end)"
    case .plain(let work): "plain, works \(work)"
    case .retry(let plan):
      "retry, pauses \(plan.pause)\(plan.keepsSlot ? ", keeps its slot" : "")"
    case .group(let plan):
      "group, \(policy(plan.width, plan.stops)), ends with \(plan.body.end)"
    case .list(let plan): "\(plan.form.rawValue), \(policy(plan.width, plan.stops))"
    case .tree: "tree"
    }
  }

  private func policy(_ width: Int, _ stops: Bool) -> String {
    "width \(width == .max ? "max" : "\(width)"), \(stops ? "stop" : "continue")"
  }

  private var details: [String] {
    let late = disturbances.flatMap { disturbance -> [String] in
      guard case .addLate(let part) = disturbance.kind else { return [] }
      return part.lines("late ")
    }
    switch kind {
    case .plain: return late
    case .leaf(let body): return body.lines + late
    case .retry(let plan): return plan.attempts.flatMap { $0.lines("attempt ") } + late
    case .group(let plan): return plan.early.flatMap { $0.lines("early ") } + plan.body.lines + late
    case .list(let plan): return plan.children.flatMap { $0.lines("child ") } + late
    case .tree(let plan): return plan.lines + late
    }
  }
}

extension Body {
  fileprivate var lines: [String] {
    steps.flatMap { step in
      switch step {
      case .work(let amount): ["works \(amount)"]
      case .add(let part, let group): part.lines("adds to #\(group) ")
      case .run(let part, let group, let isCaught):
        part.lines("runs in #\(group)\(isCaught ? ", catching, " : " ")")
      case .runAlone(let part, let isCaught):
        part.lines("runs alone\(isCaught ? ", catching, " : " ")")
      }
    }
  }
}

extension TreePlan {
  fileprivate var lines: [String] {
    nodes.enumerated().map { "node \($0): \($1.text)" } + lines(of: root)
  }

  private func lines(of input: Input) -> [String] {
    var text = "input #\(input.id)"
    if input.failures > 0 { text += ", fails \(input.failures) times" }
    if let (edge, count) = input.broken { text += ", expansion \(edge) fails after \(count)" }
    return [text]
      + input.below.enumerated().flatMap { edge, inputs in
        inputs.flatMap { lines(of: $0) }.map { "  \(edge): " + $0 }
      }
  }
}

extension TreePlan.Node {
  fileprivate var text: String {
    var text = "width \(width), feeds \(feeds)\(isAsync ? " asynchronously" : "")"
    if let attempts { text += ", \(attempts) attempts, pauses \(pause)" }
    if attempts != nil, keepsSlot { text += ", keeps its slot" }
    if let onFailure { text += ", decides \(onFailure)" }
    return text
  }
}

extension Disturbance: CustomStringConvertible {
  var description: String { (delay.map { "after \($0): " } ?? "at once: ") + "\(name)" }

  private var name: String {
    switch kind {
    case .cancel: "cancel"
    case .settle(let isValue): isValue ? "settle a value" : "settle a failure"
    case .suspend(let time): "suspend for \(time)"
    case .cancelChildren: "cancel children"
    case .addLate(let part): "add #\(part.id)"
    }
  }
}
