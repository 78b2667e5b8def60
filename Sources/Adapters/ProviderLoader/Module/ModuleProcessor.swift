import Glibc
import ModuleHosting
import SystemCalls

/// The processor for which a module is built.
enum ModuleProcessor {
  #if arch(x86_64)
    private static let own = [UInt8(EM_X86_64), 0]
  #elseif arch(arm64)
    private static let own = [UInt8(EM_AARCH64), 0]
  #endif

  /// - Throws: ``ModuleProblem`` for a module of another one, which the dynamic linker reports as "No such file or
  ///   directory" (glibc 2.36). What else is wrong with a file, it names.
  static func check(_ path: String) throws(ModuleProblem) {
    guard let head = try? SmallFile(path, atMost: 20).bytes, head.count == 20,
      // 64 bits, little-endian: the layout that is read here (elf(5)).
      head.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]), Array(head[18...]) != own
    else { return }
    throw ModuleProblem("is built for another processor architecture")
  }
}
