import CAllocator
import Foundation
import PhotomirrorCommand

ClosedMemory.begin()

// One heap for all threads (mallopt(3)): each further one keeps for itself what reading a page of
// the listing needed, about 12 MB, and nearly all of the work is done without the heap.
mallopt(M_ARENA_MAX, 1)
// Fixed thresholds: by default, glibc raises them to the size of the largest buffer that was freed, and twice that
// (mallopt(3)), and after a page kept 4 MB more.
mallopt(M_MMAP_THRESHOLD, 128 << 10)
mallopt(M_TRIM_THRESHOLD, 1 << 20)

// Before anything else opens a file: an `await` of this level would start dispatch's own first.
Photomirror.prepareStandardStreams()
let environment = ProcessInfo.processInfo.environment
switch Photomirror.prepare(Array(CommandLine.arguments.dropFirst()), environment: environment) {
case .failure(let status): exit(status.rawValue)
case .success(let prepared):
  Task {
    let status = await Photomirror.run(prepared, environment: environment)
    // Without the handlers of exit(3): other threads may still use what OpenSSL's frees.
    _exit(status.rawValue)
  }
}
dispatchMain()
