import Operations

/// Groups over inputs, and of given children.
extension ProgramRun {
  func makeList(_ plan: ListPlan, _ part: Part) -> any AnyAsyncOperation {
    let (id, policy) = (part.id, plan.stops ? GroupPolicy.stop : .continue)
    let inputs = Inputs(plan.children) { self.begin(id) }
    switch plan.form {
    case .over:
      let group = GroupOperation.over(inputs, width: plan.width, policy: policy) {
        self.makeChild($0, of: id)
      }
      return prepare(group, part)
    case .forEach:
      let group = GroupOperation.forEach(inputs, width: plan.width, policy: policy) {
        self.makeChild($0, of: id)
      }
      return prepare(group, part)
    case .parallel:
      let children = plan.children.map { makeChild($0, of: id) }
      return prepare(
        GroupOperation.parallel(children, width: plan.width, policy: policy), part)
    case .sequence:
      let children = plan.children.map { makeChild($0, of: id) }
      return prepare(GroupOperation.sequence(children, policy: policy), part)
    }
  }

  private func makeChild(_ part: Part, of id: Int) -> AsyncOperation<Int> {
    take(part.id, by: id)
    return make(part)
  }
}

/// The inputs of a group, which reports the first step of the group's body.
private struct Inputs: Sequence, Sendable {
  let parts: [Part]
  let whenRead: @Sendable () -> Void

  init(_ parts: [Part], _ whenRead: @escaping @Sendable () -> Void) {
    self.parts = parts
    self.whenRead = whenRead
  }

  func makeIterator() -> IndexingIterator<[Part]> {
    whenRead()
    return parts.makeIterator()
  }
}
