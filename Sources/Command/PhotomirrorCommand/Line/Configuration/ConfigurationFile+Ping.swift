import Configuration
import Console
import Foundation
import Mirroring
import WebText

/// The keys of a mirror, and of `[sync]`, with the address of a monitor that is notified of runs, or with a file that has it.
enum PingKey: String, CaseIterable {
  case address = "ping"
  case file = "ping-file"

  fileprivate static let problem =
    "takes an address that begins with https://, as healthchecks.io shows it"
}

extension ConfigurationFile {
  /// The check of a mirror; nil if there is none. In `[sync]`, `{name}` is replaced by the mirror's name. Reads the file.
  /// - Throws: ``UsageError`` without the address.
  func ping(of mirror: Mirror, home: HomePath) throws(UsageError) -> MonitorPing? {
    let names = PingKey.allCases.map(\.rawValue)
    guard
      let option = mirror.options.last(where: { names.contains($0.name) })
        ?? options.last(where: { names.contains($0.name) }),
      let key = PingKey(rawValue: option.name), case .string(let text) = option.value
    else { return nil }
    let place = "\(path):\(option.line)"
    var address = text
    if key == .file {
      let file = try SettingFile(home.absolute(text) ?? text, for: "\(place): \(key.rawValue)")
      address = file.value
      if file.isReadableByOthers {
        Message(.warning, "\(text) has the address of a check, and others can read it: 'chmod 600'")
          .write()
      }
    }
    let name = mirror.name.percentEncoded()
    guard let ping = MonitorPing(address.replacing(Mirror.placeholder, with: name)) else {
      throw UsageError("\(place): '\(key.rawValue)' \(PingKey.problem)")
    }
    return ping
  }
}

extension ConfigurationFile.Option {
  /// - Throws: If it has another value than `key` takes; without the value.
  func check(_ key: PingKey) throws(ConfigurationFile.Problem) {
    guard case .string(let text) = value, !text.isEmpty else {
      throw .init(line: line, "'\(name)' takes a text")
    }
    let address = text.replacing(ConfigurationFile.Mirror.placeholder, with: "x")
    guard key == .file || MonitorPing(address) != nil else {
      throw .init(line: line, "'\(name)' \(PingKey.problem)")
    }
  }
}
