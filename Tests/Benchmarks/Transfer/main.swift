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

let done = DispatchGroup()
for (number, address) in addresses.enumerated() {
  let part = "\(folder)/\(number).part"
  done.enter()
  engine.start(DownloadRequest(url: address, partPath: part)) { result in
    do {
      // What a mirror does once a photo has its name.
      if try result.get().unwrittenState == nil { try PartFile.discardState(at: part) }
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(1)
    }
    done.leave()
  }
}
done.wait()
exit(0)
