import ProviderKit

/// What a provider's method came to, so that two calls can be compared.
enum Outcome<Value: Hashable & Sendable>: Hashable, Sendable {
  case value(Value)
  case failure(ProviderFailure)
  /// An error that the contract does not know.
  case stray(String)

  init(_ body: () throws -> Value) {
    do {
      self = .value(try body())
    } catch let failure as ProviderFailure {
      self = .failure(failure)
    } catch {
      self = .stray("\(error)")
    }
  }
}
