import CMicrohttpd

/// One request while it comes in: gathers the form of a POST.
///
/// Used by one connection's thread alone.
final class Exchange {
  private var form: [String: [UInt8]] = [:]
  private var byteCount = 0
  private var processor: OpaquePointer?

  /// Of names and values together; more is no call of this API.
  private static let byteLimit = 1 << 16

  /// True where the form was too large, or is malformed.
  private(set) var isRefused = false

  init(_ connection: OpaquePointer) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    // NULL for a body that is no form: that is left unread.
    processor = MHD_create_post_processor(
      connection, 4096,
      { context, _, name, _, _, _, data, offset, size in
        guard let context, let name else { return .NO }
        let exchange = Unmanaged<Exchange>.fromOpaque(context).takeUnretainedValue()
        let piece = UnsafeRawBufferPointer(start: data, count: size)
        return exchange.add(piece, to: String(cString: name)) ? .YES : .NO
      }, context)
  }

  deinit { if let processor { MHD_destroy_post_processor(processor) } }

  /// Takes a piece of the request's body.
  func receive(_ bytes: UnsafePointer<CChar>?, count: Int) {
    guard let processor, !isRefused else { return }
    if MHD_post_process(processor, bytes, count) == .NO { isRefused = true }
  }

  /// What the form holds, once all is there.
  func finishForm() -> [String: String] {
    if let processor { MHD_destroy_post_processor(processor) }
    processor = nil
    return form.mapValues { String(decoding: $0, as: UTF8.self) }
  }

  private func add(_ piece: UnsafeRawBufferPointer, to name: String) -> Bool {
    byteCount += piece.count + name.utf8.count
    guard byteCount <= Exchange.byteLimit else { return false }
    form[name, default: []] += piece
    return true
  }
}
