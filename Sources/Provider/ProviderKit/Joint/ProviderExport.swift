import CProviderABI

/// Makes the C table for the symbol of a module.
public enum ProviderExport {
  /// The return type of a module's symbol: the C table of `CProviderABI.h`.
  public typealias Table = UnsafePointer<photo_provider_table>

  /// The table of `provider`; both live as long as the process. Call once per module:
  /// ```swift
  /// nonisolated(unsafe) private let table = ProviderExport.table(of: MyProvider())
  /// @c(photo_provider_v1) public func photoProvider() -> ProviderExport.Table { table }
  /// ```
  /// The table's function may be called from any thread, several at once. Nothing is thrown across
  /// it: a method that the joint does not know answers `UNSUPPORTED`, everything else that goes
  /// wrong answers `FAILED` with a ``ProviderFailure``.
  public static func table(of provider: some PhotoProvider) -> Table {
    let box = Unmanaged.passRetained(ExportedProvider(provider))
    let table = UnsafeMutablePointer<photo_provider_table>.allocate(capacity: 1)
    table.initialize(
      to: photo_provider_table(
        abi_version: PHOTO_PROVIDER_ABI_VERSION,
        size: UInt32(MemoryLayout<photo_provider_table>.size),
        state: box.toOpaque(),
        call: answerCall))
    return UnsafePointer(table)
  }
}

/// The object behind the table's `state`.
private final class ExportedProvider: Sendable {
  let dispatch: JointDispatch

  init(_ provider: some PhotoProvider) { dispatch = JointDispatch(provider: provider) }
}

/// The table's function.
private func answerCall(
  state: UnsafeMutableRawPointer?, method: UnsafePointer<CChar>?, bytes: UnsafePointer<UInt8>?,
  count: Int, context: UnsafeMutableRawPointer?, emit: photo_provider_emit?
) -> Int32 {
  guard let state, let method, let emit else { return JointStatus.unsupported.rawValue }
  let exported = Unmanaged<ExportedProvider>.fromOpaque(state).takeUnretainedValue()
  let question = UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : max(0, count))
  let reply = exported.dispatch.reply(to: String(cString: method), Array(question))
  reply.bytes.withUnsafeBytes { answer in
    emit(context, answer.bindMemory(to: UInt8.self).baseAddress, answer.count)
  }
  return reply.status.rawValue
}
