/// Values are compared by their type's equality. Failures are equal if their errors have the same type and
/// are equal by it or, if the type is not `Equatable`, have the same description (`String(reflecting:)`).
extension Outcome: Equatable where Output: Equatable {
  /// Whether both ended the same way.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.value(let left), .value(let right)): left == right
    case (.failure(let left), .failure(let right)): isEqual(left, right)
    case (.cancelled, .cancelled): true
    default: false
    }
  }

  private static func isEqual(_ left: any Error, _ right: any Error) -> Bool {
    if let left = (left as Any) as? any Equatable { return left.isEqual(to: right) }
    return type(of: left) == type(of: right)
      && String(reflecting: left) == String(reflecting: right)
  }
}

extension Equatable {
  fileprivate func isEqual(to other: Any) -> Bool { other as? Self == self }
}
