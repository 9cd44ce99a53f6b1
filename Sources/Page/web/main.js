// The page: it joins the module, the connection, the store and what the player sees.
import { load, fieldsOf, textOf } from './core.js'
import { sealFrom } from './seal.js'
import { openStore, Memory } from './store.js'
import { choose, Link, isServed, isSupported } from './way.js'
import { Table } from './table.js'
import { Board } from './board.js'
import { Robot } from './robot.js'
import { addLine, ask, at, button, show, tell } from './face.js'
import { choose as chooseNotation, notations } from './notation.js'
import { say, translate } from './words.js'
import { ending, gameName, games, question, sentence, sideName, situation } from './notices.js'

let core
let store
let table
let robot
/** The name of the other player. */
let other = ''
/** The view when it was last drawn. */
let view
let drawnAt = 0
/** What stands below the board until something else happens. */
let remark
/** What the player is asked about two records that differ, if they do. */
let comparison
/** Watches the table at which there was no seat, if there is one. */
let watch
/** False if the player knows that the browser keeps nothing. */
let isKept = true
const board = new Board(at('board'), play, (point) => explain(say('Tap {} again to play there.', point)))

/** What tests ask. */
export const current = () => ({ table, view })

// MARK: What is shown

function draw() {
  if (!table || table.hasEnded) return
  view = table.view
  drawnAt = performance.now()
  const { phase, host, match } = view
  if (host) other = host.name
  if (phase === 'comparing') {
    at('compare').textContent = say("Does {}'s screen show the same six digits?", other)
    at('code').textContent = host.code.replace(/^.../, '$& ')
    tell('')
    show('meet')
  } else if (match) {
    drawMatch(match)
  } else {
    show('wait')
  }
}

function drawMatch(match) {
  at('status').textContent = ''
  board.show(match)
  show('table')
  if (remark?.moves !== match.moves.length || view.isSuspended || match.outcome) remark = undefined
  at('situation').textContent = remark?.text ?? situation(view, other)
  const asked = comparison ?? question(match, other)
  at('question').hidden = !asked
  if (asked && at('asked').textContent !== asked) at('asked').textContent = asked
  if (!asked) at('asked').textContent = ''
  const choices = match.legal.filter((move) => ['black', 'white', 'two'].includes(move))
  const names = { black: say('Take Black'), white: say('Take White'), two: say('Put two more stones') }
  at('choices').replaceChildren(...choices.map((move) => button(names[move], () => play(move))))
  for (const { element, isShown } of wishes) element.hidden = !isShown(match)
  at('chat').hidden = Boolean(robot || view.names)
  drawPlayers()
  robot?.think(view)
}

/** The players, and their clocks if they have any. */
function drawPlayers() {
  const { match, clocks } = view
  const players = ['first', 'second'].map((side, index) => {
    const element = document.createElement('span')
    const name = view.names?.[index] ?? (side === match.side ? say('You') : other)
    element.textContent = `${say('{} ({})', name, sideName(match, side))} `
    if (side === match.toMove && !match.outcome) element.className = 'turn'
    const clock = clocks.find((face) => face.side === side)
    if (clock) {
      const time = document.createElement('b')
      time.textContent = clockText(clock)
      element.append(time)
    }
    return element
  })
  at('players').replaceChildren(...players)
}

function clockText({ milliseconds, periods, isRunning }) {
  const left = Math.max(0, milliseconds - (isRunning ? performance.now() - drawnAt : 0))
  const seconds = Math.ceil(left / 1000)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  if (!parts[0]) parts.shift()
  const text = parts.map((part, index) => (index ? String(part).padStart(2, '0') : part)).join(':')
  return periods ? `${text} (${periods})` : text
}

// MARK: What the player does

function play(move) {
  remark = undefined
  if (!table.move(move) && view.match.isMyTurn) explain(say('Choose one of your pieces first.'))
}

/** Shows a sentence below the board until something else happens. */
function explain(text) {
  remark = { text, moves: view.match.moves.length }
  draw()
}

const act = (name) => () => {
  remark = undefined
  table.act(name)
}
const isOn = (match) => !match.outcome && !view.names
const wishes = [
  { label: () => say('Draw'), work: act('draw'), isShown: (match) => isOn(match) && !robot },
  { label: () => say('Take back'), work: act('takeBack'), isShown: isOn },
  {
    label: () => say('Pause'), work: act('pause'),
    isShown: (match) => isOn(match) && view.clocks.length && !match.isPausing,
  },
  { label: () => say('Continue'), work: act('continue'), isShown: (match) => isOn(match) && match.isPausing },
  {
    label: () => say('Resign'), isShown: isOn,
    work: () => ask(say('Resign this game?'), [[say('Resign'), act('resign')], [say('No')]]),
  },
  { label: () => say('Play again'), work: act('again'), isShown: (match) => match.outcome && !view.names },
  { label: () => say('Leave'), work: leave, isShown: () => true },
]

function leave() {
  if (view.match.outcome || view.names || robot) return table.act(robot ? 'stepAway' : 'quit')
  ask(say('Leave the table?'), [
    [say('Continue later'), act('stepAway')], [say('Leave the game unfinished'), act('quit')], [say('Stay')],
  ])
}

/** The notices whose sentences are about a match. */
const ofMatch = new Set(['began', 'restored', 'moved', 'refused', 'finished'])

/** What a table tells. */
const listener = {
  changed: draw,
  tell(notice, now) {
    if (notice.kind === 'heard') addLine(`${other}: ${notice.text}`, 'chat')
    if (notice.kind === 'said') addLine(`${say('You')}: ${notice.text}`, 'chat')
    if (notice.kind === 'heard' && !document.hidden) table.act('see')
    if (notice.host) other = notice.host.name
    const text = now.match || !ofMatch.has(notice.kind) ? sentence(notice, other, now.match) : undefined
    if (!text) return
    addLine(text)
    if (notice.kind.startsWith('records-differ') || notice.kind === 'went-back') {
      comparison = notice.kind === 'records-differ' ? text : undefined
    }
    if (notice.kind === 'refused') explain(text)
    if (!now.match) tell(text)
  },
  end(reason) {
    finish(robot ? '' : ending(reason.kind, other))
  },
  notKept() {
    if (!isKept) return
    isKept = false
    addLine(say('This browser does not save the game. It is lost if you close the page.'))
  },
  fail(error) {
    console.error(error)
    tell(say('Something went wrong. Reload this page. The game is saved.'))
  },
}

/** Shows the start again, with what has happened. */
async function finish(text) {
  at('watch').hidden = !watch
  table?.abandon()
  table = undefined
  comparison = undefined
  robot?.stop()
  robot = undefined
  await drawStart()
  show('start')
  tell(text)
  at('status').scrollIntoView({ block: 'nearest' })
}

/** Looks for a host, to begin a game or to continue `match`. */
async function seek(match) {
  if (!isServed && !(await navigator.bluetooth.getAvailability())) {
    return tell(say('Bluetooth is off. Switch it on, and try again.'))
  }
  tell(say('Choose the computer of the other player.'))
  let device
  try {
    device = await choose()
  } catch (error) {
    return tell(whyNotChosen(error))
  }
  await join(device, match)
}

/** Begins or continues a game with the host that was chosen. */
async function join(device, match, isWatching = false, attempts = 8) {
  watch = undefined
  const link = new Link(device, {
    up: (size) => table?.up(size), down: () => table?.down(), packet: (bytes, size) => table?.packet(bytes, size),
  })
  other = match?.name ?? (device.name || '?')
  show('wait')
  tell(say('Connecting to {}.', other))
  at('log').replaceChildren()
  const end = (reason) => {
    // Chromium may lose a refusal if the host hangs up right after it.
    const isEarly = reason.kind === 'connection-lost' && view.phase === 'open'
    if (reason.kind === 'full') watch = () => join(device, undefined, true)
    return isEarly && attempts > 1 ? join(device, match, isWatching, attempts - 1) : listener.end(reason)
  }
  table = new Table(core, store, { ...listener, end })
  table.link = link
  const name = at('name').value.trim()
  if (!(await table.start(name, match, isWatching))) return finish(match ? ending('damaged-journal') : say('Choose another name.'))
  store.set('name', name).catch(() => listener.notKept())
  try {
    await link.connect(match ? Infinity : 3)
  } catch (error) {
    console.info(error)
    if (table?.link !== link) return
    finish(isServed
      ? say('{} cannot be reached. Check that tabletooth host runs there.', other)
      : say('{} cannot be reached. Move closer, and check that tabletooth host runs there.', other))
  }
}

/** Why the browser gave no host. */
function whyNotChosen(error) {
  if (error.name === 'SecurityError') return say('This browser does not let the page use Bluetooth.')
  if (error.name !== 'NotFoundError') return say('The browser cannot look for games: {}', error.message)
  return say('No computer was chosen. On the other one, run tabletooth host.')
}

/** Plays against the robot. */
function playAlone(fields, level) {
  watch = undefined
  other = say('the robot')
  at('log').replaceChildren()
  table = new Table(core, store, listener)
  const fail = () => addLine(say('The robot cannot be loaded. Connect to the internet once.'))
  robot = new Robot(level, (move) => table?.robotMove(move), fail)
  if (!table.startAlone(fields)) return finish(ending('damaged-journal'))
}

// MARK: The start

async function drawStart() {
  const matches = await store.matches()
  const rows = matches.map((match) => {
    const row = document.createElement('li')
    const text = say('Continue your game with {}', match.name)
    row.append(button(text, () => seek(match), match.isLeft ? '' : 'main'), ' ', button(say('Forget'), async () => {
      store.session = match.session
      await store.close()
      drawStart()
    }))
    return row
  })
  at('matches').replaceChildren(...(isSupported() ? rows : []))
  const contacts = await store.contacts()
  at('known').hidden = !contacts.length
  at('contacts').replaceChildren(...contacts.map(({ id, name }) => {
    const row = document.createElement('li')
    row.append(`${name} `, button(say('Forget'), async () => {
      await store.forget(id)
      drawStart()
    }))
    return row
  }))
  const game = await store.setting('game')
  at('goon').hidden = !game
}

const level = () => Math.min(10, Math.max(1, Number(at('level').value) || 5))

function listen() {
  at('find').onsubmit = (event) => {
    event.preventDefault()
    seek()
  }
  at('alone').onsubmit = (event) => {
    event.preventDefault()
    playAlone([at('game').value, '', 'first', ''], level())
  }
  at('goon').onclick = async () => {
    playAlone(fieldsOf(await store.setting('game')).map(textOf), level())
  }
  at('watch').onclick = () => watch()
  at('same').onclick = act('accept')
  at('differ').onclick = act('decline')
  for (const answer of ['yes', 'no']) {
    at(answer).onclick = () => {
      comparison = undefined
      table.act(answer)
    }
  }
  at('stop').onclick = () => {
    const stopped = table
    table.act('quit')
    // The host may not be there to hear it.
    setTimeout(() => { if (table === stopped) finish('') }, 1000)
  }
  at('chat').onsubmit = (event) => {
    event.preventDefault()
    if (table.say(at('words').value)) at('words').value = ''
  }
  for (const wish of wishes) {
    wish.element = button(wish.label(), wish.work)
    at('wishes').append(wish.element)
  }
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && table) table.act('see')
  })
  setInterval(() => {
    if (view?.clocks.length && table && view.match) drawPlayers()
  }, 250)
}

/** Offers the notations, and remembers which one was chosen. */
async function offerNotations() {
  const chosen = chooseNotation(await store.setting('notation'))
  at('notation').replaceChildren(...Object.entries(notations).map(([name, example]) =>
    new Option(example, name, name === chosen, name === chosen)))
  at('notation').onchange = () => {
    store.set('notation', chooseNotation(at('notation').value)).catch(() => listener.notKept())
  }
}

/** True if no other tab plays; this one keeps that until it is closed. */
const isAlone = () =>
  new Promise((answer) => {
    // A page without a certificate has no locks.
    if (!navigator.locks) return answer(true)
    navigator.locks.request('tabletooth', { ifAvailable: true }, (lock) => {
      answer(Boolean(lock))
      return lock && new Promise(() => {})
    })
  })

async function begin() {
  await translate()
  at('game').replaceChildren(...Object.entries(games()).map(([game, name]) => new Option(name, game)))
  if (!isServed && 'serviceWorker' in navigator) navigator.serviceWorker.register('sw.js').catch((error) => console.info(error))
  if (!(await isAlone())) return tell(say('Tabletooth is open in another tab. Close it there, and reload this page.'))
  core = await load('session.wasm')
  try {
    store = await openStore(isServed ? (browser) => sealFrom(core, browser) : undefined)
  } catch {
    store = new Memory()
    isKept = false
    tell(say('This browser does not save the game. It is lost if you close the page.'))
  }
  at('name').value = (await store.setting('name')) ?? ''
  if (!isSupported()) {
    at('seek').hidden = true
    at('unable').hidden = false
    const able = say('Chrome and Edge on Android, Windows, macOS and ChromeOS have it.')
    const here = say('You can play against the robot here.')
    at('unable').textContent = [say('This browser has no Bluetooth.'), able, here].join(' ')
  }
  if (isServed) {
    const network = say('This page came over your network without a certificate. Your moves are encrypted, but others on this network could change the page itself.')
    const kept = say('Contacts and unfinished games are saved encrypted. Only the computer that serves this page can open them.')
    at('unable').hidden = false
    at('unable').textContent = (isSecureContext ? [kept] : [network, kept]).join(' ')
  }
  listen()
  await offerNotations()
  await drawStart()
  show('start')
}

begin().catch(listener.fail)
