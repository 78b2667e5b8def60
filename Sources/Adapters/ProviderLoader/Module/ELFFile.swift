import Foundation
import ModuleHosting
import SystemCalls

/// Checks of a module's file before dlopen(3): only those whose failure dlopen reports badly.
///
/// The dynamic linker maps the segments that the header states, so that a truncated module ends the
/// process with a bus error. It waits for the writer of a named pipe, and reports a module for
/// another architecture as "No such file or directory" (glibc 2.36). Its other errors, such as
/// "invalid ELF header" and "wrong ELF class", are clear and are left to it.
struct ELFFile {
  let path: String

  /// - Throws: ``ModuleProblem`` if the file is not a regular file, may be changed by others, is
  ///   built for another architecture or is shorter than its header states.
  func check() throws(ModuleProblem) {
    try TrustedFile.check(path)
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw ModuleProblem("cannot be read: \(SystemError().reason)")
    }
    defer { try? file.close() }
    guard let length = try? file.seekToEnd(), (try? file.seek(toOffset: 0)) != nil,
      let header = try? file.read(upToCount: 64), header.count == 64,
      // 64 bits, little-endian: the layout that is read here.
      header.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1])
    else { return }
    guard header.number(at: 18, bytes: 2) == ELFFile.machine else {
      throw ModuleProblem("is built for another processor architecture")
    }
    try checkSegments(of: file, header: header, length: length)
  }

  /// Every loadable segment must lie within the file.
  private func checkSegments(
    of file: FileHandle, header: Data, length: UInt64
  ) throws(ModuleProblem) {
    let size = 56
    let count = Int(header.number(at: 56, bytes: 2))
    let start = header.number(at: 32, bytes: 8)
    guard header.number(at: 54, bytes: 2) == size, start <= length,
      (try? file.seek(toOffset: start)) != nil,
      let table = try? file.read(upToCount: size * count), table.count == size * count
    else { throw ModuleProblem("is damaged: its program headers are cut short") }
    for index in 0..<count {
      let place = index * size
      guard table.number(at: place, bytes: 4) == UInt64(PT_LOAD) else { continue }
      let (end, overflow) = table.number(at: place + 8, bytes: 8)
        .addingReportingOverflow(table.number(at: place + 32, bytes: 8))
      guard !overflow, end <= length else {
        throw ModuleProblem("is damaged: it ends after \(length) of at least \(end) bytes")
      }
    }
  }

  #if arch(x86_64)
    private static let machine = UInt64(EM_X86_64)
  #elseif arch(arm64)
    private static let machine = UInt64(EM_AARCH64)
  #endif
}

extension Data {
  /// A little-endian number of the bytes from `offset` on, which must exist.
  fileprivate func number(at offset: Int, bytes count: Int) -> UInt64 {
    (0..<count).reversed().reduce(0) { $0 << 8 | UInt64(self[startIndex + offset + $1]) }
  }
}
