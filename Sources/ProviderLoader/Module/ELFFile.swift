import Foundation

/// The header of a file that may be a shared library (elf(5)).
///
/// Looked at before the dynamic linker does, because that maps what the header promises: a module
/// that was cut short, by a copy that broke off, would end the process with a bus error.
struct ELFFile {
  let path: String

  /// - Throws: ``ModuleProblem`` where this is no whole shared library for this machine.
  func checkIsModule() throws(ModuleProblem) {
    guard let status = FileStatus(path: path) else {
      throw ModuleProblem("cannot be read: \(String(cString: strerror(errno)))")
    }
    guard status.isFile else { throw ModuleProblem("is no file") }
    try TrustedPath.check(path)
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw ModuleProblem("cannot be read: \(String(cString: strerror(errno)))")
    }
    defer { try? file.close() }
    guard let length = try? file.seekToEnd(), (try? file.seek(toOffset: 0)) != nil,
      let header = try? file.read(upToCount: 64), header.count == 64,
      header.starts(with: [0x7F, 0x45, 0x4C, 0x46])
    else { throw ModuleProblem("is no ELF file") }
    try checkMachine(header)
    try checkSegments(of: file, header: header, length: length)
  }

  private func checkMachine(_ header: Data) throws(ModuleProblem) {
    let is64BitLittleEndian = header[4] == 2 && header[5] == 1
    guard is64BitLittleEndian, header.number(at: 18, bytes: 2) == ELFFile.machine else {
      throw ModuleProblem("is built for another kind of machine")
    }
    guard header.number(at: 16, bytes: 2) == UInt64(ET_DYN) else {
      throw ModuleProblem("is no shared library")
    }
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
  /// A little-endian number of the bytes from `offset` on, which must be there.
  fileprivate func number(at offset: Int, bytes count: Int) -> UInt64 {
    (0..<count).reversed().reduce(0) { $0 << 8 | UInt64(self[startIndex + offset + $1]) }
  }
}
