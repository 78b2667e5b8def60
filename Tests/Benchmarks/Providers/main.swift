import Foundation
import ProviderKit
import ProviderLoader

// The cost of a page through a module in this process, through one in a process of its own, and through a program.
//
// usage: ProvidersBenchmark MODULE PHOTOS ROUNDS PROGRAM
// Writes a line for each: in this process or another, milliseconds of time and of CPU time a page; the median
// of the rounds, which take turns.

let processes = try ModuleProcesses()
let arguments = CommandLine.arguments.dropFirst()
guard arguments.count == 4, let module = arguments.first, let photos = Int(arguments[2]),
  let rounds = Int(arguments[3])
else { exit(2) }

/// An answer of flickr.photos.search with as much about each photo as Flickr sends.
let photo = { (number: Int) in
  let base = "https://live.staticflickr.com/65535/\(51_000_000_000 + number)_0123456789"
  let sizes = ["sq", "t", "s", "n", "m", "z", "c", "l", "h", "k", "o"].map {
    #""url_\#($0)":"\#(base)_\#($0).jpg","height_\#($0)":768,"width_\#($0)":1024"#
  }
  let about = String(repeating: "Words about the picture, its place and its time. ", count: 8)
  return #"""
    {"id":"\#(51_000_000_000 + number)","owner":"12037949754@N01","secret":"0123456789","server":"65535",
    "farm":66,"title":"A picture with the number \#(number)","ispublic":1,"isfriend":0,"isfamily":0,
    "description":{"_content":"\#(about)"},"dateupload":"1615734566","datetaken":"2021-03-14 15:09:26",
    "datetakengranularity":0,"ownername":"Somebody","tags":"cat street night lisbon portugal film 35mm",
    "latitude":"38.713900","longitude":"-9.139400","license":"4",\#(sizes.joined(separator: ","))}
    """#
}
let body =
  #"{"photos":{"page":1,"pages":2,"perpage":\#(photos),"total":\#(photos * 2),"photo":["#
  + (0..<photos).map(photo).joined(separator: ",") + #"]},"stat":"ok"}"#

func open(_ path: String, in processes: ModuleProcesses?) -> LoadedProvider {
  let found = ProviderLoader(searchPath: [path], processes: processes).load()
  guard let provider = found.providers.first else { fatalError("\(found.refused)") }
  return provider
}

/// CPU time of this process in seconds, without that of a module's process.
func cpu() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Milliseconds of a page, and of those the CPU time of this process.
func measure(_ provider: LoadedProvider) throws -> (time: Double, cpu: Double) {
  let (start, used) = (ContinuousClock.now, cpu())
  let page = try provider.page(from: Answer(body: body), for: PageQuery(selector: "recent"))
  precondition(page.photos.count == photos)
  return ((ContinuousClock.now - start) / .milliseconds(1), (cpu() - used) * 1000)
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

let providers = [
  ("in this process", open(module, in: nil)), ("in another process", open(module, in: processes)),
  ("in a program", open(arguments[4], in: processes)),
]
var times: [[Double]] = [[], [], []]
var costs: [[Double]] = [[], [], []]
for round in 0..<(rounds + 2) {
  for (index, (_, provider)) in providers.enumerated() {
    let (time, cost) = try measure(provider)
    if round < 2 { continue }
    times[index].append(time)
    costs[index].append(cost)
  }
}
for (index, (name, _)) in providers.enumerated() {
  print(
    name.padding(toLength: 20, withPad: " ", startingAt: 0),
    String(format: "%8.2f ms, %8.2f ms CPU here", median(times[index]), median(costs[index])))
}
let differences = zip(times[0], times[1]).map { $1 - $0 }
print(
  "a page of \(photos) photos, \(body.utf8.count / 1024) KiB: ",
  String(format: "%+.2f ms", median(differences)))
processes.shutdown()
// With the end of its server, the module's process counts as a child.
var usage = rusage()
getrusage(-1, &usage)
let spent =
  Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000
  + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1000
print(String(format: "CPU of the other processes: %.2f ms a page", spent / Double(rounds + 2)))
