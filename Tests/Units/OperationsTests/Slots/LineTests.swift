import Testing

@testable import Operations

@Suite("Line")
struct LineTests {
  private final class Entry: LineEntry {
    let number: Int
    var isWaiting = true

    init(_ number: Int) { self.number = number }
  }

  @Test("Entries are served in the order of their arrival, without those that left")
  func order() {
    var line = Line<Entry>()
    let entries = (0..<5).map { Entry($0) }
    for entry in entries { line.append(entry) }
    for number in [0, 3] {
      entries[number].isWaiting = false
      line.noteLeft()
    }
    #expect(line.first()?.number == 1)
    #expect((0..<4).map { _ in line.popFirst()?.number } == [1, 2, 4, nil])
  }

  @Test("An entry that is put back is first, whatever was served before")
  func putBack() {
    var line = Line<Entry>()
    for number in 0..<3 { line.append(Entry(number)) }
    let first = line.popFirst()
    if let first { line.putBack(first) }
    line.putBack(Entry(7))
    #expect((0..<5).map { _ in line.popFirst()?.number } == [7, 0, 1, 2, nil])
  }

  @Test("A line keeps its order however many arrive, leave and are served")
  func longLine() {
    var line = Line<Entry>()
    var served: [Int] = []
    var waiting: [Entry] = []
    for number in 0..<2_000 {
      let entry = Entry(number)
      line.append(entry)
      waiting.append(entry)
      if number.isMultiple(of: 3) {
        entry.isWaiting = false
        line.noteLeft()
      }
      if number.isMultiple(of: 2), let next = line.popFirst() { served.append(next.number) }
    }
    while let next = line.popFirst() { served.append(next.number) }
    #expect(served == (0..<2_000).filter { !$0.isMultiple(of: 3) })
  }

  @Test("A line whose entries have left behind a first one that waits keeps no more than as many")
  func released() {
    var line = Line<Entry>()
    line.append(Entry(0))
    weak var last: Entry?
    for number in 1...1_000 {
      let entry = Entry(number)
      line.append(entry)
      entry.isWaiting = false
      last = entry
      line.noteLeft()
    }
    for _ in 0..<64 {
      let entry = Entry(1_001)
      line.append(entry)
      entry.isWaiting = false
      line.noteLeft()
    }
    #expect(last == nil)
    #expect(line.popFirst()?.number == 0)
    #expect(line.popFirst() == nil)
  }
}
