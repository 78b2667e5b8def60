import Foundation
import Transfer

// Downloads the addresses that standard input names, a line each, into a folder: what the transfer
// engine does for a mirror and, if asked, its durable storing, and nothing else of it.
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
    // What waits captures no more than it must.
    let part = "\(folder)/\(number).part"
    do {
      // What a mirror does once a photo has its name.
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
