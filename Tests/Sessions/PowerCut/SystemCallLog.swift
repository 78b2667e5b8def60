import Foundation

/// The system calls of one process that change files, in the order of their effects, from the files that
/// `strace -ff -ttt -T -xx` writes for its threads.
struct SystemCallLog {
  struct Call {
    let name: String
    /// Without quotes; bytes in hexadecimal stay as `\x41`.
    let arguments: [Substring]
    let result: Int
    /// Seconds since 1970.
    let began: Double
    let ended: Double

    /// A thread is resumed after strace has noted the end of its call, so that a call which depends on another
    /// one's return ends later. Two effects are visible to other threads before that: a closed descriptor's
    /// number is free, and a new folder can be entered. These calls count from their begin.
    var order: Double { name == "close" || name.hasPrefix("mkdir") ? began : ended }
  }

  let calls: [Call]

  /// The calls to record; one that is missing here, and writes, makes the disk differ from the recorded one.
  static let names = [
    "execve", "clone", "clone3", "openat", "openat2", "open", "creat", "close", "dup", "dup2",
    "dup3", "fcntl",
    "write", "pwrite64", "writev", "pwritev", "pwritev2", "lseek", "ftruncate", "truncate",
    "fallocate",
    "copy_file_range", "sendfile", "splice", "rename", "renameat", "renameat2", "link", "linkat",
    "unlink",
    "unlinkat", "mkdir", "mkdirat", "rmdir", "symlink", "symlinkat", "fsync", "fdatasync", "syncfs",
    "sync_file_range",
  ]

  /// Reads the files in `folder`, which are named by the numbers of threads.
  init(folder: String) throws {
    var threads: [Int: [Call]] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      guard let thread = name.split(separator: ".").last.flatMap({ Int($0) }) else { continue }
      let text = String(
        decoding: try Data(contentsOf: URL(filePath: folder + "/" + name)), as: UTF8.self)
      threads[thread] = text.split(separator: "\n").compactMap(Call.init)
    }
    // The process began with execve; its threads were made by its threads.
    var waiting = threads.filter { $0.value.first?.name == "execve" }.map(\.key)
    var all: [Call] = []
    while let thread = waiting.popLast() {
      guard let calls = threads.removeValue(forKey: thread) else { continue }
      for call in calls where call.name.hasPrefix("clone") {
        if call.arguments.contains(where: { $0.contains("CLONE_THREAD") }) {
          waiting.append(call.result)
        }
      }
      all += calls
    }
    calls = all.sorted { $0.order < $1.order }
  }
}

extension SystemCallLog.Call {
  /// Nil for a line that is no successful call: `1795386044.647474 write(3, "\x68", 1) = 1 <0.000023>`.
  init?(_ line: Substring) {
    guard let space = line.firstIndex(of: " "), let began = Double(line[..<space]),
      let open = line.firstIndex(of: "("), let close = line.range(of: ")", options: .backwards),
      let equals = line[close.upperBound...].firstIndex(of: "="),
      let duration = line.range(of: " <", options: .backwards)
    else { return nil }
    let value = line[line.index(after: equals)...].drop { $0 == " " }.prefix { $0 != " " }
    guard let result = Int(value), result >= 0,
      let time = Double(line[duration.upperBound...].dropLast())
    else { return nil }
    name = String(line[line.index(after: space)..<open])
    arguments = line[line.index(after: open)..<close.lowerBound].split(separator: ", ").map {
      $0.hasPrefix("\"") ? $0.dropFirst().dropLast() : $0
    }
    self.result = result
    (self.began, ended) = (began, began + time)
  }

  /// The number of an argument; -100 (AT_FDCWD) if it is none.
  func number(_ index: Int) -> Int {
    index < arguments.count ? Int(arguments[index]) ?? -100 : -100
  }

  func has(_ flag: String) -> Bool { arguments.contains { $0.contains(flag) } }

  func text(_ index: Int) -> String { String(decoding: bytes(index), as: UTF8.self) }

  /// The bytes of a text argument: `\x41\x42`.
  func bytes(_ index: Int) -> [UInt8] {
    var (bytes, value, digits) = ([UInt8](), UInt8(0), 0)
    for character in arguments[index].utf8 {
      switch character {
      case 0x30...0x39: value = value << 4 | (character - 0x30)
      case 0x61...0x66: value = value << 4 | (character - 0x57)
      default: continue
      }
      digits += 1
      if digits % 2 == 0 { bytes.append(value) }
    }
    return bytes
  }
}
