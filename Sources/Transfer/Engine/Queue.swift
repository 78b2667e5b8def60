/// A first-in, first-out queue; each step takes amortised constant time.
struct Queue<Element> {
  private var elements: [Element] = []
  private var head = 0

  var isEmpty: Bool { head == elements.count }

  /// Whether an element satisfies a condition, from the first on.
  func contains(where isSo: (Element) -> Bool) -> Bool { elements[head...].contains(where: isSo) }

  mutating func append(_ element: Element) { elements.append(element) }

  mutating func popFirst() -> Element? {
    guard head < elements.count else { return nil }
    let element = elements[head]
    head += 1
    // Taken elements are dropped when they are half of the store, so that each element moves once.
    if head * 2 >= elements.count {
      elements.removeFirst(head)
      head = 0
    }
    return element
  }
}
