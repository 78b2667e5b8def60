import Foundation
import ProviderKit
import ProviderLoader

// The cost of a page through a module in this process, through one in a process of its own, and through a program.
//
// usage: ProvidersBenchmark MODULE PHOTOS ROUNDS [PROGRAM]
// MODULE is Flickr's, or that of feeds, which gets a blog's feed of as many items.
// Writes a line for each: in this process or another, milliseconds of time and of CPU time a page; the median
// of the rounds, which take turns.

let processes = try ModuleProcesses()
let arguments = CommandLine.arguments.dropFirst()
guard (3...4).contains(arguments.count), let module = arguments.first,
  let photos = Int(arguments[2]),
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
let flickr =
  #"{"photos":{"page":1,"pages":2,"perpage":\#(photos),"total":\#(photos * 2),"photo":["#
  + (0..<photos).map(photo).joined(separator: ",") + #"]},"stat":"ok"}"#

/// An item of a blog's feed: a cover, and a text with the cover, a linked photo, a photo in several sizes and a counter.
let item = { (number: Int) in
  let place = "https://example.org/wp-content/uploads/2024/05/DSC_\(number)"
  let sizes = [300, 768, 1024].map { "\(place)b-\($0)x\($0).jpg \($0)w" }.joined(separator: ", ")
  let words = String(
    repeating: "<p>Words about the picture, its <b>place</b> and its time.</p>", count: 20)
  return """
    <item><title>Post \(number)</title><link>https://example.org/\(number)/</link>
    <guid>https://example.org/?p=\(number)</guid><pubDate>Mon, 01 Jul 2024 12:30:00 +0200</pubDate>
    <media:content url="\(place).jpg" medium="image"/><content:encoded><![CDATA[\(words)
    <img src="\(place)-1024x683.jpg" width="1024" height="683">\(words)
    <a href="\(place)a.jpg"><img src="\(place)a-300x200.jpg" width="300" height="200"></a>
    <img src="\(place)b-300x300.jpg" srcset="\(sizes)">
    <img src="https://feeds.feedburner.com/~r/a/~4/\(number)" width="1" height="1">]]></content:encoded></item>
    """
}
let feed =
  "<rss xmlns:media='http://search.yahoo.com/mrss/'"
  + " xmlns:content='http://purl.org/rss/1.0/modules/content/'><channel>"
  + (0..<photos).map(item).joined() + "</channel></rss>"

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

/// CPU milliseconds of the processes that this one or another process of the tree has started (proc(5)).
func cpuOfChildren(of parent: Int32 = getpid()) -> Double {
  let read = { (name: String) in (try? String(contentsOfFile: name, encoding: .utf8)) ?? "" }
  let folder = "/proc/\(parent)/task"
  let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  let children = threads.flatMap { read("\(folder)/\($0)/children").split(separator: " ") }
  return children.compactMap { Int32($0) }.map { child in
    let nanoseconds = read("/proc/\(child)/schedstat").split(separator: " ").first
    return (nanoseconds.flatMap { Double($0) } ?? 0) / 1e6 + cpuOfChildren(of: child)
  }.reduce(0, +)
}

/// Milliseconds of a page, and of those the CPU time of this process.
func measure(_ provider: LoadedProvider) throws -> (time: Double, cpu: Double) {
  let (start, used) = (ContinuousClock.now, cpu())
  let page = try provider.page(from: Answer(body: body), for: PageQuery(selector: selector))
  precondition(page.photos.count >= photos)
  return ((ContinuousClock.now - start) / .milliseconds(1), (cpu() - used) * 1000)
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

let own = open(module, in: nil)
let isFeed = own.manifest.name == "feed"
let (body, selector) = isFeed ? (feed, "https://example.org/feed") : (flickr, "recent")
var providers = [("in this process", own), ("in another process", open(module, in: processes))]
if arguments.count == 4 { providers.append(("in a program", open(arguments[4], in: processes))) }
var times = providers.map { _ in [Double]() }
var costs = times
var others = -cpuOfChildren()
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
others += cpuOfChildren()
let differences = zip(times[0], times[1]).map { $1 - $0 }
print(
  "a page of \(photos) photos, \(body.utf8.count / 1024) KiB: ",
  String(format: "%+.2f ms", median(differences)))
print(String(format: "CPU of the other processes: %.2f ms a page", others / Double(rounds + 2)))
processes.shutdown()
