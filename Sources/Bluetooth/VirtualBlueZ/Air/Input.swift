internal import BlueZ
internal import DBus

/// An input of the air.
enum Input: Sendable {
  /// The connection to the bus is up.
  case start
  /// A client calls a method.
  case call(Message)
  /// A client has set a property.
  case propertySet(Message, ObjectPath, BlueZProperty, Value)
  /// A client has left the bus.
  case clientGone(String)
  /// A client has answered what was asked.
  case answered(Question, Result<[Value], Refusal>)
  /// A client has changed its advertisement.
  case advertisementChanged(sender: String, ObjectPath, [String: Value])
  /// The time of the advertisement of this number on an adapter is over.
  case expired(adapter: Int, Int)
  /// A server has a new value for a characteristic.
  case valueChanged(sender: String, ObjectPath, [UInt8])
  /// A client has written a packet into its socket.
  case packet(SocketID, [UInt8])
  /// A client has closed its socket, or it could not be made.
  case socketClosed(SocketID)
  /// All that was on its way when ``Action/settle(_:)`` was asked for has arrived.
  case settled(LinkID)
  /// From now on the air behaves like this.
  case behaviour(Behaviour)
  /// Somebody switches a controller.
  case power(Int, Bool)
  /// Somebody makes a controller discoverable, or not.
  case discoverable(Int, Bool)
  /// Somebody pulls a controller out.
  case removeAdapter(Int)
  /// Somebody puts it in again, and it gets this number.
  case returnAdapter(Int, as: Int)
  /// All links fade.
  case dropLinks
  /// All that advertise send their advertisements once more.
  case advertise
}

/// An action of the air.
enum Action: Hashable, Sendable {
  case reply(Message, [Value])
  case refuse(Message, Refusal)
  /// Takes a call in once more, behind what follows from it so far.
  case retry(Message)
  case export(ObjectPath, [ObjectInterface])
  case unexport(ObjectPath)
  case change(PropertyChange)
  /// Calls a client's object, and brings the answer back.
  case ask(Question)
  /// Calls a client's object that is not to answer.
  case send(Message)
  /// Says ``Input/expired(adapter:_:)`` when a time is over.
  case expire(adapter: Int, Int, after: Duration)
  /// Listens to the values that a client's characteristics get, and to its advertisements.
  case follow(String)
  /// Ends all that was kept for a client.
  case forget(String)
  /// Makes a socket, answers the call with its one end and the MTU, and reads the other end.
  case open(SocketID, mtu: Int, Message)
  case write(SocketID, [UInt8])
  case close(SocketID)
  /// Says ``Input/settled(_:)`` when all that is on its way now has arrived.
  case settle(LinkID)
  /// Waits until clients have seen what they were told so far.
  case pause
}

/// New values of an object's properties, and those that are gone, told by one signal.
struct PropertyChange: Hashable, Sendable {
  let path: ObjectPath
  let interface: String
  var values: [BlueZProperty: Value] = [:]
  var gone: Set<BlueZProperty> = []
  /// True if it is told at once, and nothing more is added.
  var isUrgent = false

  /// Adds what changes later.
  mutating func add(_ later: PropertyChange) {
    values.merge(later.values) { _, last in last }
    values = values.filter { !later.gone.contains($0.key) }
    gone = gone.subtracting(later.values.keys).union(later.gone)
  }
}

extension [Action] {
  /// The actions with one signal for all changes of an interface between two other messages.
  ///
  /// bluetoothd sends what has changed when it has time, or before the next other message
  /// (`gdbus/object.c: g_dbus_send_message`).
  var joined: [Action] {
    var joined: [Action] = []
    var pending: [PropertyChange] = []
    for action in self {
      if case .change(let change) = action {
        let known = pending.firstIndex {
          $0.path == change.path && $0.interface == change.interface && !$0.isUrgent
        }
        if let known, !change.isUrgent {
          pending[known].add(change)
        } else {
          pending.append(change)
        }
        continue
      }
      joined += pending.map(Action.change)
      pending = []
      joined.append(action)
    }
    return joined + pending.map(Action.change)
  }
}

/// A question to a client, and the peer that caused it.
enum Question: Hashable, Sendable {
  /// The objects of an application, to register it.
  case application(Message, adapter: Int)
  /// The properties of an advertisement, to register it.
  case advertisement(Message, adapter: Int)
  /// To take a value that a central writes and wants to be answered.
  case write(Message, CharacteristicKey, ServerCall)
  /// For a value that a central reads.
  case read(Message, CharacteristicKey, ServerCall)
  /// For what a person says about a pairing.
  case pairing(LinkID, PairingSide, ServerCall)

  /// The time in which it must be answered.
  var limit: Duration {
    switch self {
    // `gatt-db.c: ATTRIBUTE_TIMEOUT`
    case .application, .advertisement, .write, .read: .seconds(5)
    // `agent.c: REQUEST_TIMEOUT`
    case .pairing: .seconds(60)
    }
  }

  /// The call that asks.
  var call: Message {
    switch self {
    case .application(let registration, _):
      .toClient(registration, BlueZName.objectManager, "GetManagedObjects", [])
    case .advertisement(let registration, _):
      .toClient(registration, BlueZName.properties, "GetAll", [.string(BlueZName.advertisement)])
    case .write(_, _, let call), .read(_, _, let call), .pairing(_, _, let call):
      call.message
    }
  }
}

/// A call of a server's characteristic.
struct ServerCall: Hashable, Sendable {
  let message: Message
  /// The part of a value that earlier reads have returned.
  var read: [UInt8] = []
}

extension Message {
  /// A call of the object that the caller of `registration` has named in it.
  fileprivate static func toClient(
    _ registration: Message,
    _ interface: String,
    _ member: String,
    _ arguments: [Value]
  ) -> Message {
    .methodCall(
      to: registration.sender ?? "",
      path: registration.body.first?.objectPath ?? .root,
      interface: interface,
      member: member,
      arguments
    )
  }

  /// Tells a client that its advertisement is no more.
  static func release(_ advertisement: LocalAdvertisement) -> Message {
    .methodCall(
      to: advertisement.owner,
      path: advertisement.path,
      interface: BlueZName.advertisement,
      member: "Release"
    )
  }

  /// The unique name of the caller, which the bus always sets.
  var client: String { sender ?? "" }

  /// The options that are the last argument of most of BlueZ's methods.
  var options: [String: Value] { body.last?.properties ?? [:] }
}
