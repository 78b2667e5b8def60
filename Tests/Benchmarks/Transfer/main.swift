import Foundation
import Transfer

// Downloads the addresses that standard input names, a line each, into a folder: what the transfer
// engine does for a mirror, and nothing else of it. Syncs nothing, as the clients beside it.
//
// usage: TransferBenchmark DIRECTORY [WIDTH] [CA-FILE]
let arguments = CommandLine.arguments
guard arguments.count >= 2 else {
  print("usage: TransferBenchmark DIRECTORY [WIDTH] [CA-FILE] < ADDRESSES")
  exit(2)
}
let (folder, width) = (arguments[1], arguments.count > 2 ? Int(arguments[2]) ?? 16 : 16)
var addresses: [String] = []
while let line = readLine() { addresses.append(line) }

var configuration = TransferConfiguration()
(configuration.width, configuration.widthPerHost) = (width, width)
if arguments.count > 3 { configuration.authorityFile = arguments[3] }
let engine = try TransferEngine(configuration)

let failures = await withTaskGroup(of: Int.self) { group in
  var next = addresses.enumerated().makeIterator()
  func start() {
    guard let (number, address) = next.next() else { return }
    group.addTask {
      let part = "\(folder)/\(number).part"
      do {
        _ = try await engine.download(DownloadRequest(url: address, partPath: part))
        // What a mirror does once a photo has its name.
        try PartFile.discardState(at: part)
        return 0
      } catch {
        FileHandle.standardError.write(Data("\(error)\n".utf8))
        return 1
      }
    }
  }
  // Twice the width, so that the engine never waits for the tasks.
  for _ in 0..<(2 * width) { start() }
  var failures = 0
  while let result = await group.next() {
    failures += result
    start()
  }
  return failures
}
await engine.shutdown()
exit(failures == 0 ? 0 : 1)
