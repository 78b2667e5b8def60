import ProviderKit

extension ModuleTable {
  /// The value that the module answers `method` with.
  /// - Throws: ``ProviderFailure``: the module's own, `.unsupported`, or `.malformed`.
  func answer<Value: Decodable>(
    to method: JointMethod, _ question: some Encodable, as type: Value.Type
  ) throws -> Value {
    let (status, bytes) = try ask(method, JointCoder.encode(question))
    switch status {
    case .ok:
      return try JointCoder.decode(type, from: bytes)
    case .failed:
      throw try JointCoder.decode(ProviderFailure.self, from: bytes).checked()
    case .unsupported:
      throw ProviderFailure(.unsupported, "the module does not know \"\(method.rawValue)\"")
    default:
      throw ProviderFailure(
        .malformed,
        "the module answered \"\(method.rawValue)\" with the unknown status \(status.rawValue)")
    }
  }
}
