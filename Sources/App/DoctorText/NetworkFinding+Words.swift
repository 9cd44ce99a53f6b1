internal import Phrases

extension NetworkFinding {
  var words: Words {
    switch self {
    case .works(let tables):
      Words(
        tables == 0
          ? say("tables on this network are published and found")
          : say("tables on this network are found: \(tables)")
      )
    case .missing:
      Words(
        say("avahi-daemon is not installed, so no tables are found on this network"),
        remedy: say("sudo apt install avahi-daemon")
      )
    case .stopped:
      Words(
        say("avahi-daemon is not running, so no tables are found on this network"),
        remedy: say("sudo systemctl enable --now avahi-daemon")
      )
    case .forbidden:
      Words(
        say("this user may not talk to avahi-daemon, so no tables are found on this network"),
        remedy: say("log in at this computer, or sudo adduser $USER netdev and log in again")
      )
    case .publishingDisabled:
      Words(
        say("avahi-daemon publishes nothing, so others do not find your table on this network"),
        remedy: say(
          """
          remove disable-publishing and disable-user-service-publishing from \
          /etc/avahi/avahi-daemon.conf, then: sudo systemctl restart avahi-daemon
          """
        )
      )
    case .multicastDropped:
      Words(
        say("multicast DNS is dropped: avahi-daemon does not even hear this computer itself"),
        remedy: say(
          """
          let UDP port 5353 in: sudo ufw allow 5353/udp, or sudo firewall-cmd --permanent \
          --add-service=mdns, then sudo firewall-cmd --reload
          """
        )
      )
    case .unreached(let table, let all):
      unreached(table, all)
    }
  }

  private func unreached(_ table: NetworkFacts.Table, _ all: Bool) -> Words {
    guard all else {
      return Words(
        say("the table \(table.title) is found at \(table.place), but does not answer"),
        remedy: say("there: sudo ufw allow 21588/tcp; or open the table again")
      )
    }
    return Words(
      say("the table \(table.title) is found at \(table.place), but not reached"),
      remedy: say(
        """
        there: sudo ufw allow 21588/tcp; or switch off client isolation (guest network) at the \
        router, or play over Bluetooth
        """
      )
    )
  }
}
