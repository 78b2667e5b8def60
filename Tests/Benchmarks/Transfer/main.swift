import Foundation
import Transfer

// Downloads the addresses on standard input, one a line, into a folder: the work of the transfer
// engine in a mirror, optionally with durable storing, and nothing else.
//
// usage: TransferBenchmark DIRECTORY WIDTH [--durable] [CA-FILE]
var arguments = CommandLine.arguments.dropFirst()
guard let folder = arguments.popFirst(), let width = arguments.popFirst().flatMap({ Int($0) })
else {
  print("usage: TransferBenchmark DIRECTORY WIDTH [--durable] [CA-FILE] < ADDRESSES")
  exit(2)
}
var store: DurableStore?
if arguments.first == "--durable" {
  arguments.removeFirst()
  store = DurableStore(folder)
}
var configuration = TransferConfiguration()
(configuration.width, configuration.widthPerHost) = (width, width)
configuration.authorityFile = arguments.first
let engine = try TransferEngine(configuration)

let done = DispatchGroup()
var number = 0
while let address = readLine() {
  let request = DownloadRequest(url: address, partPath: "\(folder)/\(number).part")
  done.enter()
  engine.start(request) { [number, store] result in
    // Waiting closures capture only what they need.
    let part = "\(folder)/\(number).part"
    do {
      // The work of a mirror once a photo has its name.
      _ = try result.get()
      try PartFile.discardState(at: part)
    } catch {
      fail(error)
    }
    guard let store else { return done.leave() }
    store.add("\(number)") { done.leave() }
  }
  number += 1
}
done.wait()
exit(0)
