import CProviderABI
import Glibc
import ProviderKit

/// The C table of a module that this process has opened.
///
/// `@unchecked Sendable`: the table is never written after the module returned it, lives as long as
/// the process because the library is never closed, and its function may be called from any thread
/// (CProviderABI.h).
package struct ModuleTable: JointChannel, @unchecked Sendable {
  private let state: UnsafeMutableRawPointer?
  private let function: Function

  private typealias Function =
    @convention(c) (
      UnsafeMutableRawPointer?, UnsafePointer<CChar>?, UnsafePointer<UInt8>?, Int,
      UnsafeMutableRawPointer?, photo_provider_emit?
    ) -> Int32

  /// Opens the module at `path` and reads its table.
  ///
  /// `RTLD_NOW` reports missing symbols here instead of in the middle of a run; `RTLD_LOCAL` hides
  /// the symbols of modules from each other (dlopen(3)).
  /// - Parameter path: That of a file which the loader has checked.
  package init(openingModuleAt path: String) throws(ModuleProblem) {
    guard let library = dlopen(path, RTLD_NOW | RTLD_LOCAL) else {
      throw ModuleProblem("cannot be opened: \(dynamicLinkError())")
    }
    guard let symbol = dlsym(library, PHOTO_PROVIDER_SYMBOL) else {
      throw ModuleProblem("lacks the symbol \(PHOTO_PROVIDER_SYMBOL)")
    }
    let entry = unsafeBitCast(symbol, to: (@convention(c) () -> UnsafeRawPointer?).self)
    guard let table = entry() else { throw ModuleProblem("returns no provider table") }
    try self.init(readingTableAt: table)
  }

  private init(readingTableAt address: UnsafeRawPointer) throws(ModuleProblem) {
    // Version and size are first in every version of the table; the rest is read only if they say
    // that it exists.
    let version = address.loadUnaligned(as: UInt32.self)
    guard version == PHOTO_PROVIDER_ABI_VERSION else {
      throw ModuleProblem(
        "has a table of version \(version) instead of \(PHOTO_PROVIDER_ABI_VERSION) of the provider interface"
      )
    }
    let size = address.loadUnaligned(fromByteOffset: 4, as: UInt32.self)
    guard Int(size) == MemoryLayout<photo_provider_table>.size else {
      throw ModuleProblem(
        "has a table of \(size) bytes instead of \(MemoryLayout<photo_provider_table>.size)")
    }
    let table = address.loadUnaligned(as: photo_provider_table.self)
    guard let call = table.call else {
      throw ModuleProblem("has a provider table without a function")
    }
    self.state = table.state
    function = call
  }

  package func ask(_ method: JointMethod, _ question: [UInt8]) throws -> (
    status: JointStatus, bytes: [UInt8]
  ) {
    let (status, answer) = question.withUnsafeBytes { call(method.rawValue, $0) }
    guard let answer else { throw AnswerBuffer.tooLarge }
    return (JointStatus(rawValue: status), answer)
  }

  /// Calls the module.
  /// - Returns: the status, and the answer; nil if it is too large.
  func call(
    _ method: String, _ question: UnsafeRawBufferPointer
  ) -> (status: Int32, bytes: [UInt8]?) {
    let answer = AnswerBuffer.begin(limit: JointLimits.answer)
    let context = UnsafeMutableRawPointer(bitPattern: answer)
    let status = function(
      state, method, question.bindMemory(to: UInt8.self).baseAddress, question.count, context,
      takePiece)
    return (status, AnswerBuffer.end(answer))
  }
}

/// The `emit` function of the joint.
private func takePiece(
  context: UnsafeMutableRawPointer?, bytes: UnsafePointer<UInt8>?, count: Int
) {
  // A size_t above Int.max arrives negative.
  let piece =
    count < 0 ? nil : UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : count)
  AnswerBuffer.append(piece, to: UInt(bitPattern: context))
}

private func dynamicLinkError() -> String {
  dlerror().map { String(cString: $0).cleaned(to: JointLimits.sentence) } ?? "no reason given"
}
