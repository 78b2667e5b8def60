import Foundation

extension Children {
  /// A line for the counts, and the lines of each child that has not ended, indented; of many, the first.
  var lines: [String] {
    let (children, tally, added, waiting, isSuspended) = state.withLock { state in
      let children = state.children
      return (
        children, state.tally, state.added, children.filter { $0.standing == .inLine }.map(\.index),
        state.isSuspended
      )
    }
    let inLine = Set(waiting)
    let counts = "  \(tally.total) of \(added) children ended" + (isSuspended ? ", suspended" : "")
    let lines = children.prefix(64).flatMap { child -> [String] in
      let line = child.operation.line + (inLine.contains(child.index) ? ", waits for a slot" : "")
      let inner = (child.operation as? TaskOperation)?.innerLines ?? []
      return ([line] + inner).map { "  " + $0 }
    }
    let rest = children.count > 64 ? ["  and \(children.count - 64) more"] : []
    return [counts] + lines + rest
  }
}
