internal import ArgumentParser
internal import Doctor

/// `tabletooth doctor`: says in order what Bluetooth lacks on this machine, and what to type.
struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Say why Bluetooth does not work here, and what to type."
  )

  @OptionGroup var bluetooth: BluetoothOptions

  func run() async throws {
    let diagnosis = Diagnosis(
      await Facts.gather(adapter: bluetooth.adapter, bus: bluetooth.address)
    )
    _ = StandardOutput.write(diagnosis.text)
    throw ExitCode(diagnosis.exitCode)
  }
}
