/// The C library's `memcpy` of each message.
func copying(_ load: Load) -> Contender {
  var copy = [UInt8](repeating: 0, count: Load.messageSize)
  return Contender(name: "memcpy") {
    for message in load.messages {
      unsafe message.withUnsafeBytes { source in
        unsafe copy.withUnsafeMutableBytes { target in
          unsafe target.copyMemory(from: source)
        }
      }
    }
    precondition(copy.last == load.messages.last?.last, "the message is not the same")
    return load.size
  }
}
