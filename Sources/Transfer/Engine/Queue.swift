/// First in, first out, each in constant time on average.
struct Queue<Element> {
  private var elements: [Element] = []
  private var head = 0

  var isEmpty: Bool { head == elements.count }

  /// Whether one of them is so; looks from the first on.
  func contains(where isSo: (Element) -> Bool) -> Bool { elements[head...].contains(where: isSo) }

  mutating func append(_ element: Element) { elements.append(element) }

  mutating func popFirst() -> Element? {
    guard head < elements.count else { return nil }
    let element = elements[head]
    head += 1
    // What was taken is dropped when it is half of the store, so that each element moves once.
    if head * 2 >= elements.count {
      elements.removeFirst(head)
      head = 0
    }
    return element
  }
}
