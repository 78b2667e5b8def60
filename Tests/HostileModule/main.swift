import Foundation
import ProviderKit
import ProviderLoader

// Opens the modules that the arguments name in processes without rights. Asks each of them to claim a long
// address, by which a hostile one begins its attack, and then a short one. Writes a line for each: the selector,
// or why there is none.

var limits = ModuleProcesses.Limits()
(limits.memory, limits.seconds, limits.timeout) = (256 << 20, 0, 30)
let processes = try ModuleProcesses(limits)
for weakness in processes.weaknesses { print("missing: \(weakness)") }

for path in CommandLine.arguments.dropFirst() {
  let name = URL(filePath: path).lastPathComponent
  let found = ProviderLoader(searchPath: [path], processes: processes).load()
  for refused in found.refused { print("\(name): refused: \(refused.reason)") }
  for provider in found.providers {
    for address in ["https://attack.example/\(String(repeating: "x", count: 50))", "https://a/"] {
      do {
        print("\(name): \(try provider.selector(claiming: address) ?? "nothing")")
      } catch let failure as ProviderFailure {
        print("\(name): \(failure.kind): \(failure.message)")
      }
    }
  }
  fflush(nil)
}
processes.shutdown()
