import Foundation

extension Operation {
  /// The type, the name and the state, for people who look for what has not ended.
  var line: String {
    let name = name.map { " \"\($0)\"" } ?? ""
    return "\(type(of: self))\(name): \(standing)"
  }

  private var standing: String {
    let blocking = dependencies.filter { !$0.isFinished }.count
    guard let task = self as? TaskOperation else {
      return isFinished ? "finished" : isExecuting ? "runs" : Self.waits(for: blocking)
    }
    let ending = task.ending.map { " (\($0.word))" } ?? ""
    return switch task.phase {
    case .pending where isCancelled: "cancelled, and not started"
    case .pending: Self.waits(for: blocking) + ending
    case .running: isCancelled ? "runs, cancelled" : "runs"
    case .settling: "finishes\(ending)"
    case .finished: "finished\(ending)"
    }
  }

  private static func waits(for dependencies: Int) -> String {
    dependencies == 0 ? "not started" : "waits for dependencies: \(dependencies)"
  }
}

extension OperationEnding {
  fileprivate var word: String {
    switch self {
    case .succeeded: "value"
    case .failed(let error): "failure: \(error)"
    case .cancelled: "cancelled"
    }
  }
}
