/// Makes children of inputs, in their order and one at a time, for whoever has a slot free.
actor GroupFeed<Inputs: Sequence & Sendable> {
  /// For children that ask for none: the body's.
  let priority = Task.currentPriority
  private var inputs: Inputs.Iterator
  private let makeChild: @Sendable (Inputs.Element) -> GroupChild

  init(_ inputs: Inputs, _ makeChild: @escaping @Sendable (Inputs.Element) -> GroupChild) {
    self.inputs = inputs.makeIterator()
    self.makeChild = makeChild
  }

  /// The next child; nil when there are no more.
  func next() -> GroupChild? { inputs.next().map(makeChild) }
}
