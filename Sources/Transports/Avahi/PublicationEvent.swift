/// News of a service that is published.
public enum PublicationEvent: Hashable, Sendable {
  /// It is published under this name, which is another one if the name it was to have is taken.
  case published(name: String)
  /// It is not published at the moment, because avahi-daemon has stopped, or looks for another
  /// name; it will be published again.
  case interrupted
  /// It cannot be published; this is tried again after ten seconds.
  case failed(AvahiError)
}
