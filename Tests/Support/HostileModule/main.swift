import Foundation
import ProviderKit
import ProviderLoader

// Opens the modules and programs that the arguments name in processes without rights. Asks each of them to claim a
// long address, by which a hostile one begins its attack, and then a short one. Writes a line for each: the
// selector, or why there is none. After `--replay` the first file is the page with all messages of a program.

var arguments = Array(CommandLine.arguments.dropFirst())
var limits = ModuleProcesses.Limits()
(limits.memory, limits.seconds, limits.timeout) = (256 << 20, 0, 30)
if arguments.first == "--impatient" {
  arguments.removeFirst()
  limits.timeout = 10
}
let processes = try ModuleProcesses(limits)
/// How many descriptors this process has.
func openDescriptors() throws -> Int {
  try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
}
let atStart = try openDescriptors()
for weakness in try processes.weaknesses() { print("missing: \(weakness)") }

if arguments.first == "--replay" {
  let page = try String(contentsOfFile: arguments[1], encoding: .utf8)
  let found = ProviderLoader(searchPath: [arguments[2]], processes: processes).load()
  for refused in found.refused { print("refused: \(refused.reason)") }
  for provider in found.providers { print(Transcript(page).replay(with: provider)) }
  arguments = []
}
for path in arguments {
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
let left = try openDescriptors() - atStart
// Each idle process has one.
if left > 2 * CommandLine.arguments.count + 8 { print("\(left) descriptors are left") }
processes.shutdown()
