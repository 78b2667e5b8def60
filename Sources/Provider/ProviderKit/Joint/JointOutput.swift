/// The JSON that is being written, and its open arrays and objects. For one thread.
final class JointOutput {
  private struct State {
    var bytes: [UInt8] = []
    var open: [(end: UInt8, isEmpty: Bool)] = []
  }

  // Behind a pointer, because the checks for exclusive access to a class's variables would take a third of the time.
  private let state: UnsafeMutablePointer<State>

  init() {
    state = .allocate(capacity: 1)
    state.initialize(to: State())
  }

  deinit {
    state.deinitialize(count: 1)
    state.deallocate()
  }

  var bytes: [UInt8] { state.pointee.bytes }
  var count: Int { state.pointee.bytes.count }

  /// Begins an array or an object within `depth` others.
  func open(_ start: UInt8, _ end: UInt8, at depth: Int) {
    close(to: depth)
    append(start)
    state.pointee.open.append((end, true))
  }

  /// Ends the arrays and objects within `depth` others: nothing says that a container is complete, but the
  /// beginning of what follows it.
  func close(to depth: Int) {
    while state.pointee.open.count > depth { append(state.pointee.open.removeLast().end) }
  }

  /// Begins a member or an element of the innermost of `depth` containers.
  func begin(at depth: Int) {
    close(to: depth)
    if !state.pointee.open[depth - 1].isEmpty { append(UInt8(ascii: ",")) }
    state.pointee.open[depth - 1].isEmpty = false
  }

  func append(_ byte: UInt8) { state.pointee.bytes.append(byte) }

  func write(_ word: String) { state.pointee.bytes.append(contentsOf: word.utf8) }

  /// - Throws: `EncodingError` for what is not a number.
  func write(_ number: Double) throws {
    guard number.isFinite else {
      throw EncodingError.invalidValue(
        number, .init(codingPath: [], debugDescription: "not finite"))
    }
    let text = number.description
    write(text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
  }

  /// Writes a string with its quotes; of its characters only those that JSON does not allow are escaped.
  func write(quoted text: String) {
    append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { text in
      var start = 0
      while start < text.count {
        let place = text.firstSpecial(from: start)
        state.pointee.bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<place]))
        if place < text.count { escape(text[place]) }
        start = place + 1
      }
    }
    append(UInt8(ascii: "\""))
  }

  private func escape(_ byte: UInt8) {
    append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(byte)
    case 0x0A: append(UInt8(ascii: "n"))
    case 0x0D: append(UInt8(ascii: "r"))
    case 0x09: append(UInt8(ascii: "t"))
    default: write("u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16))
    }
  }
}
