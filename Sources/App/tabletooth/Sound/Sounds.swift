internal import BoardUI
internal import Dispatch
internal import Glibc
internal import Synchronization

/// What is heard of a game: the terminal's bell, tones by the desktop's player, and music.
///
/// All of it is off unless the player has said otherwise, and nothing waits for it.
final class Sounds: Sendable {
  fileprivate struct State {
    var choice: SoundChoice
    var isMusicWanted: Bool
    var music: pid_t?
    var isBusy = false
    /// Where the tones are, once they were made.
    var tones: [Cue: String] = [:]
  }

  /// The shortest music that is played again.
  private static let shortest = Duration.milliseconds(500)

  private let settings: Settings
  private let ring: @Sendable () -> Void
  private let state: Mutex<State>
  private let toneQueue = DispatchQueue(label: "tabletooth.sound", qos: .utility)
  private let musicQueue = DispatchQueue(label: "tabletooth.music", qos: .utility)

  /// Sounds as they are set; `ring` rings the terminal's bell.
  init(_ settings: Settings, ring: @escaping @Sendable () -> Void) {
    self.settings = settings
    self.ring = ring
    state = Mutex(State(choice: settings.sound, isMusicWanted: settings.music != nil))
    if settings.music != nil { playMusic() }
  }

  /// Lets `cue` be heard, unless another one still is.
  func play(_ cue: Cue) {
    switch state.withLock(\.choice) {
    case .off: break
    case .bell: ring()
    case .tones: playTone(cue)
    }
  }

  /// Switches sounds on or off, the bell if none are set, and returns what is heard now.
  func switchSound() -> SoundChoice {
    let usual = settings.sound == .off ? SoundChoice.bell : settings.sound
    return state.withLock { state in
      state.choice = state.choice == .off ? usual : .off
      return state.choice
    }
  }

  /// Switches music on or off, and returns which; nil if no file of it is set.
  func switchMusic() -> Bool? {
    guard settings[.music] != nil else { return nil }
    let isWanted = state.withLock { state in
      state.isMusicWanted.toggle()
      if !state.isMusicWanted { state.endMusic() }
      return state.isMusicWanted
    }
    if isWanted { playMusic() }
    return isWanted
  }

  /// Ends the music.
  func stop() {
    state.withLock { state in
      state.isMusicWanted = false
      state.endMusic()
    }
  }

  // MARK: Tones

  private func playTone(_ cue: Cue) {
    let isFree = state.withLock { state in
      defer { state.isBusy = true }
      return !state.isBusy
    }
    guard isFree else { return }
    toneQueue.async { [self] in
      if let player = SoundPlayer(), let file = file(of: cue), let process = player.play(file) {
        wait(for: process)
      }
      state.withLock { $0.isBusy = false }
    }
  }

  /// The file of a tone, which is made when it is heard for the first time.
  private func file(of cue: Cue) -> String? {
    if let file = state.withLock({ $0.tones[cue] }) { return file }
    guard let folder = Self.folder else { return nil }
    let path = "\(folder)/\(cue.rawValue)-\(settings.volume).wav"
    for count in folder.split(separator: "/").indices {
      let parents = folder.split(separator: "/")[...count]
      _ = unsafe mkdir("/" + parents.joined(separator: "/"), 0o700)
    }
    let bytes = Tone(cue).wave(volume: settings.volume)
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return nil }
    let count = unsafe write(descriptor, bytes, bytes.count)
    guard close(descriptor) == 0, count == bytes.count else { return nil }
    state.withLock { $0.tones[cue] = path }
    return path
  }

  private static var folder: String? {
    for (variable, rest) in [("XDG_CACHE_HOME", ""), ("HOME", "/.cache")] {
      if let folder = PlayerOptions.variable(variable), folder.hasPrefix("/") {
        return folder + rest + "/tabletooth/tones"
      }
    }
    return nil
  }

  // MARK: Music

  /// Plays the file again and again, until nobody wants it, or it cannot be played.
  private func playMusic() {
    guard let file = settings[.music], let player = SoundPlayer() else { return }
    let volume = settings.musicVolume
    musicQueue.async { [self] in
      while true {
        let process: pid_t? = state.withLock { state in
          guard state.isMusicWanted else { return nil }
          state.music = player.play(file, volume: volume)
          return state.music
        }
        guard let process else { return }
        let start = ContinuousClock.now
        let isPlayed = wait(for: process)
        state.withLock { if $0.music == process { $0.music = nil } }
        // What ends at once is no music, and would keep the processor busy.
        guard isPlayed, ContinuousClock.now - start > Self.shortest else { return }
      }
    }
  }

  /// Waits until a player has ended, and says whether it has played its file.
  @discardableResult
  private func wait(for process: pid_t) -> Bool {
    var status: CInt = 0
    while unsafe waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { return false }
    }
    return status == 0
  }
}

extension Sounds.State {
  fileprivate mutating func endMusic() {
    if let music { kill(music, SIGTERM) }
    music = nil
  }
}
