import Console
import Foundation
import Testing

/// A pseudo-terminal of the kernel, whose other end is read by the test (pty(7)).
final class PseudoTerminal: Sendable {
  /// The end that a program writes to.
  let output: Output
  private let controller: Int32
  private let program: Int32

  init(columns: Int, rows: Int) throws {
    controller = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    try #require(controller >= 0)
    var unlock: Int32 = 0
    var number: UInt32 = 0
    try #require(ioctl(controller, 0x4004_5431, &unlock) == 0, "TIOCSPTLCK")
    try #require(ioctl(controller, 0x8004_5430, &number) == 0, "TIOCGPTN")
    program = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
    try #require(program >= 0)
    output = Output(descriptor: program)
    resize(columns: columns, rows: rows)
  }

  deinit {
    close(program)
    close(controller)
  }

  func resize(columns: Int, rows: Int) {
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(controller, UInt(TIOCSWINSZ), &size)
  }

  /// Reads until the output contains `text`, and returns all output; also if no more output
  /// arrives, so that a test fails instead of hanging.
  func read(until text: String) -> String {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 4096)
    while !String(decoding: bytes, as: UTF8.self).contains(text) {
      var entry = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, 20_000) > 0 else { break }
      let count = Foundation.read(controller, &part, part.count)
      guard count > 0 else { break }
      bytes += part.prefix(count)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
