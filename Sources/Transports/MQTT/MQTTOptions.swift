/// The options of a client.
public struct MQTTOptions: Hashable, Sendable {
  /// Something that is published.
  public struct Message: Hashable, Sendable {
    /// The topic.
    public let topic: String
    /// The payload.
    public let payload: [UInt8]

    /// `payload` for those who subscribed to `topic`.
    public init(topic: String, payload: [UInt8]) {
      (self.topic, self.payload) = (topic, payload)
    }
  }

  /// The address of the broker.
  public var broker: BrokerAddress
  /// The id of this client at the broker: random letters, because nothing is stored there.
  public var clientID: String
  /// A name and a password, where the broker asks for them.
  public var credentials: (user: String, password: String)? {
    get { user.map { ($0, password ?? "") } }
    set { (user, password) = (newValue?.user, newValue?.password) }
  }
  private var user: String?
  private var password: String?
  /// A file of certificates to be trusted in place of the system's, in PEM.
  public var certificates: String?
  /// The message that the broker publishes when this client is gone without a goodbye.
  public var will: Message?
  /// After this time without a packet the two let each other hear from them, in seconds; the broker
  /// gives up after one and a half times as long.
  public var keepAlive: CInt = 20
  /// The time in which the broker must accept the client, or answer.
  public var answerLimit = Duration.seconds(10)

  /// Connects to `broker` as `clientID`.
  public init(_ broker: BrokerAddress, clientID: String) {
    (self.broker, self.clientID) = (broker, clientID)
  }
}
