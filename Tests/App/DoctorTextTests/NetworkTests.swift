import BluetoothDoctor
import DoctorText
import Phrases
import Testing

/// What the doctor says of the local network.
@Suite struct NetworkTests {
  private static let table = NetworkFacts.Table(title: "Ada", place: "10.0.0.5:21588")

  private static func running(_ change: (inout NetworkFacts) -> Void = { _ in }) -> NetworkFacts {
    var facts = NetworkFacts(.running("avahi 0.8"))
    facts.answersMulticast = true
    change(&facts)
    return facts
  }

  @Test(
    arguments: [
      (NetworkFacts(.missing), [.missing]), (NetworkFacts(.stopped), [.stopped]),
      (NetworkFacts(.forbidden), [.forbidden]), (running(), [.works(tables: 0)]),
      (running { $0.answersMulticast = nil }, [.works(tables: 0)]),
      (running { $0.reached = 2 }, [.works(tables: 2)]),
      (running { ($0.mayPublish, $0.answersMulticast) = (false, nil) }, [.publishingDisabled]),
      (running { $0.answersMulticast = false }, [.multicastDropped]),
      (running { $0.unreached = [table] }, [.unreached(table, all: true)]),
      (
        running { ($0.unreached, $0.reached) = ([table], 1) },
        [.unreached(table, all: false)]
      ),
      (
        running { ($0.answersMulticast, $0.unreached) = (false, [table]) },
        [.multicastDropped, .unreached(table, all: true)]
      ),
    ] as [(NetworkFacts, [NetworkFinding])]
  )
  func `each thing that keeps tables from being found is one finding`(
    facts: NetworkFacts,
    findings: [NetworkFinding]
  ) {
    #expect(facts.findings == findings)
  }

  @Test(
    arguments: [
      (.missing, "sudo apt install avahi-daemon"),
      (.stopped, "sudo systemctl enable --now avahi-daemon"), (.forbidden, "sudo adduser"),
      (.publishingDisabled, "sudo systemctl restart avahi-daemon"),
      (.multicastDropped, "sudo ufw allow 5353/udp"),
      (.unreached(table, all: true), "sudo ufw allow 21588/tcp"),
      (.unreached(table, all: false), "sudo ufw allow 21588/tcp"),
    ] as [(NetworkFinding, String)]
  )
  func `each has the command that mends it, in both languages`(
    finding: NetworkFinding,
    command: String
  ) throws {
    let english = DescribedFinding.network(finding)
    #expect(english.verdict == .note && english.remedy?.contains(command) == true)
    let chinese = Language.$ofTask.withValue(.chinese) { DescribedFinding.network(finding) }
    #expect(chinese.remedy?.contains(command) == true && chinese.fact != english.fact)
  }

  @Test func `a network that works is a line, and no network keeps Bluetooth from being ready`() {
    let well = Diagnosis(.healthy(), network: Self.running())
    #expect(well[.network]?.verdict == .fine && well[.network]?.remedy == nil)
    let none = Diagnosis(.healthy(), network: NetworkFacts(.missing))
    #expect(none[.network]?.verdict == .note && none.exitCode == 0)
    #expect(Diagnosis(.healthy())[.network] == nil)
  }
}
