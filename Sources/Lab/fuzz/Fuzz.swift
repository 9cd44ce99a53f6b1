import Glibc
import MatchSimulation
import TransportFuzz

/// The target, as the environment's FUZZ_TARGET says: libFuzzer calls back with bytes alone, and
/// starts the program again with arguments of its own.
private nonisolated(unsafe) var target: any FuzzTarget = ProtocolFuzz.envelope

private let targets: [any FuzzTarget] =
  Array(ProtocolFuzz.allCases) + Array(TransportFuzz.allCases)

/// libFuzzer's own main, with what it is to call for each case.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// Runs one case; a rule that is broken ends the program, which libFuzzer reports with the bytes.
@_cdecl("LLVMFuzzerTestOneInput")
func test(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = unsafe [UInt8](UnsafeBufferPointer(start: bytes, count: count))
  if let failure = unsafe target.run(on: bytes) { fatalError(failure) }
  return 0
}

/// SwiftPM renames main, and libFuzzer brings one; both end here.
@_cdecl("fuzz_main")
func main(
  _ count: CInt,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> CInt {
  let name = unsafe getenv("FUZZ_TARGET").map { unsafe String(cString: $0) }
  guard let chosen = targets.first(where: { $0.name == name }) else {
    let names = targets.map(\.name).joined(separator: "|")
    print("usage: FUZZ_TARGET=\(names) fuzz [OPTION of libFuzzer …] FOLDER …")
    return 64
  }
  unsafe target = chosen
  if let folder = unsafe getenv("FUZZ_SEEDS") {
    return plant(chosen, in: unsafe String(cString: folder))
  }
  var (count, arguments) = unsafe (count, arguments)
  return unsafe runDriver(&count, &arguments, test)
}

/// Writes the right bytes of `target` to a file each, for a fuzzer to begin with.
private func plant(_ target: any FuzzTarget, in folder: String) -> CInt {
  for (index, bytes) in target.corpus.enumerated() {
    guard let file = unsafe fopen("\(folder)/right-\(index)", "w") else { return 1 }
    unsafe fwrite(bytes, 1, bytes.count, file)
    unsafe fclose(file)
  }
  return 0
}
