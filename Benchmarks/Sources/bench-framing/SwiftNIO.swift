import MatchProtocol
import NIOCore
import NIOEmbedded
import NIOExtras

/// SwiftNIO's decoders of messages with a length before them, fed with pieces of our packets' size.
struct SwiftNIO {
  /// The messages, each after its length in two bytes, in pieces as they would come from a link.
  private let pieces: [ByteBuffer]
  private let messages: [[UInt8]]

  init(_ load: Load) throws {
    messages = load.messages
    var stream = ByteBuffer()
    for message in messages {
      stream.writeInteger(UInt16(message.count))
      stream.writeBytes(message)
    }
    var pieces: [ByteBuffer] = []
    while let piece = stream.readBytes(length: min(PacketSize.largest, stream.readableBytes)),
      !piece.isEmpty
    {
      pieces.append(ByteBuffer(bytes: piece))
    }
    self.pieces = pieces
  }

  /// `LengthFieldBasedFrameDecoder` in a `ByteToMessageHandler`, as its documentation has it.
  ///
  /// The pieces are given to the pipeline itself, which is faster than `EmbeddedChannel.writeInbound`.
  func handler() throws -> Contender {
    let channel = EmbeddedChannel()
    let decoder = LengthFieldBasedFrameDecoder(lengthFieldBitLength: .twoBytes)
    let inbox = Inbox()
    try channel.pipeline.syncOperations.addHandlers([ByteToMessageHandler(decoder), inbox])
    for piece in pieces {
      channel.pipeline.fireChannelRead(piece)
    }
    check(inbox.messages)
    inbox.keepsMessages = false
    return Contender(name: "LengthFieldBasedFrameDecoder") { [pieces] in
      inbox.size = 0
      let pieces = pieces.span
      for index in pieces.indices {
        channel.pipeline.fireChannelRead(pieces[index])
      }
      return inbox.size
    }
  }

  /// The least that SwiftNIO can do: no channel, and a decoder whose code the compiler sees.
  func processor() throws -> Contender {
    let processor = NIOSingleStepByteToMessageProcessor(LengthPrefixDecoder())
    var decoded: [ByteBuffer] = []
    for piece in pieces {
      try processor.process(buffer: piece) { decoded.append($0) }
    }
    check(decoded)
    return Contender(name: "NIOSingleStepByteToMessageProcessor") { [pieces] in
      var size = 0
      let pieces = pieces.span
      for index in pieces.indices {
        try processor.process(buffer: pieces[index]) { size += $0.readableBytes }
      }
      return size
    }
  }

  private func check(_ decoded: [ByteBuffer]) {
    let isSame = decoded.elementsEqual(messages) { $0.readableBytesView.elementsEqual($1) }
    precondition(isSame, "the messages are not the same")
  }
}

/// The end of a pipeline.
private final class Inbox: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  var size = 0
  var messages: [ByteBuffer] = []
  var keepsMessages = true

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let message = unwrapInboundIn(data)
    size += message.readableBytes
    if keepsMessages {
      messages.append(message)
    }
  }
}

/// Two bytes of length and so many bytes, by SwiftNIO's own function for that.
private struct LengthPrefixDecoder: NIOSingleStepByteToMessageDecoder {
  typealias InboundOut = ByteBuffer

  func decode(buffer: inout ByteBuffer) throws -> ByteBuffer? {
    buffer.readLengthPrefixedSlice(as: UInt16.self)
  }

  func decodeLast(buffer: inout ByteBuffer, seenEOF: Bool) throws -> ByteBuffer? {
    try decode(buffer: &buffer)
  }
}
