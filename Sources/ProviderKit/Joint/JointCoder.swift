import Foundation

/// The one way in which values become the joint's bytes and back.
package enum JointCoder {
  /// UTF-8 JSON of `value`.
  package static func encode(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    return try encoder.encode(value)
  }

  /// The value that `bytes` hold.
  /// - Throws: ``ProviderFailure`` with `.malformed`, which names the member that does not fit.
  package static func decode<Value: Decodable>(_ type: Value.Type, from bytes: Data) throws -> Value
  {
    do {
      return try JSONDecoder().decode(type, from: bytes)
    } catch {
      throw ProviderFailure(.malformed, jointSentence(for: error))
    }
  }
}

/// What is wrong with JSON that does not fit, in one sentence that names the member, seen from `depth`
/// steps below the whole.
func jointSentence(for error: any Error, below depth: Int = 0) -> String {
  // Besides its DecodingErrors, JSONDecoder throws one of its own: of a number that fits no type.
  guard let error = error as? DecodingError else { return "a number is out of range" }
  func place(_ path: [any CodingKey]) -> String {
    let steps = path.dropFirst(depth).map { $0.intValue.map(String.init) ?? $0.stringValue }
    return steps.isEmpty ? "it" : steps.joined(separator: ".")
  }
  return switch error {
  case .keyNotFound(let key, let context): "\(place(context.codingPath + [key])) is missing"
  case .valueNotFound(_, let context): "\(place(context.codingPath)) is null"
  case .typeMismatch(let type, let context):
    "\(place(context.codingPath)) is not \(jsonName(of: type))"
  case .dataCorrupted(let context) where context.codingPath.isEmpty: "it is no JSON"
  case .dataCorrupted(let context): "\(place(context.codingPath)) has an impossible value"
  @unknown default: "it does not fit"
  }
}

/// What JSON calls the values that become `type`.
private func jsonName(of type: Any.Type) -> String {
  switch "\(type)" {
  case "String": "a string"
  case "Bool": "true or false"
  case let name where name.hasPrefix("Array"): "an array"
  case let name where name.hasPrefix("Dictionary"): "an object"
  default: "a number"
  }
}
