/// A value for a parameter of a statement. A missing value has a type as well, from which PostgreSQL takes that of
/// the parameter.
package enum SQLValue: Sendable, Hashable {
  case integer(Int64?)
  case real(Double?)
  case text(String?)
  case blob([UInt8])

  /// The text as it is stored.
  package init(_ value: String?) { self = .text(value) }
  /// The number as it is stored.
  package init(_ value: Int64?) { self = .integer(value) }
  /// The number as it is stored.
  package init(_ value: Double?) { self = .real(value) }
  /// A count.
  package init(_ value: Int) { self = .integer(Int64(value)) }
  /// A number.
  package init(_ value: Int64) { self = .integer(value) }
  /// 1 or 0.
  package init(_ value: Bool) { self = .integer(value ? 1 : 0) }
}
