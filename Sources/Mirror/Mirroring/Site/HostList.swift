import Foundation
import Transfer

/// The value of a setting whose manifest says ``Manifest/Setting/namesHosts``: addresses, separated by commas.
public struct HostList: Sendable, Hashable {
  /// In the order of the value, without white space around them; empty parts are left out.
  public let addresses: [String]

  public init(_ value: String) {
    addresses = value.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }

  /// The first part that is no address of a host; nil if all are.
  public var invalid: String? {
    addresses.first { TransferConfiguration.hosts(of: [$0]).isEmpty }
  }
}
