// What is told of a table, in sentences.
import { shown } from './notation.js'
import { say } from './words.js'

/** The name of a side in this match. */
export function sideName(match, side) {
  if (match.game === 'xiangqi') return side === 'first' ? say('Red') : say('Black')
  return side === match.board.black ? say('Black') : say('White')
}

/** The games by their names. */
export const games = () =>
  ({ gomoku: say('Gomoku'), xiangqi: say('Xiangqi'), liuzhou: say('Liuzhou chess'), reversi: say('Reversi'),
    chess: say('Chess') })

export const gameName = (game) => games()[game] ?? game

/** The sentence for a notice; nothing if there is none. */
export function sentence(notice, other, match) {
  switch (notice.kind) {
    case 'accepted': return say('Waiting for {} to compare the digits.', other)
    case 'joined': return say('You play with {}.', notice.host.name)
    case 'met': return notice.verdict === 'known' ? say('You know {}.', notice.host.name) : undefined
    case 'candidate-left': return say('{} has left.', notice.name)
    case 'delayed': return say('Others want this seat. Trying again in {} seconds.', notice.seconds)
    case 'crowded': return say('The table is crowded. Trying again for {} seconds.', notice.seconds)
    case 'broken-exchanges':
      return say('Somebody answers and disconnects again before the host has shown who it is. Tabletooth takes at most three such answers a minute; the next attempt follows automatically.')
    case 'quiet': return say('Nothing received from {} for some seconds.', other)
    case 'heard-again': return say('{} responds again.', other)
    case 'suspended': return say('The connection to {} is lost. The page connects again automatically.', other)
    case 'resumed': return say('{} is back.', other)
    case 'vacated': return say('The game with {} starts again because nobody had moved.', other)
    case 'watches': return say("You are watching {}'s table.", notice.host.name)
    case 'no-game': return say('There is no game yet.')
    case 'began': return opening(match)
    case 'restored':
      if (match.outcome) return undefined
      return say('Your game with {} continues at move {}.', other, match.moves.length + 1)
    case 'moved': return say('{} plays {}.', sideName(match, notice.side), played(notice.move, match))
    case 'changed': return change(notice.change, other)
    case 'asked': return say('You have asked {}.', other)
    case 'answered': return notice.agrees ? agreed(notice.request) : say('You declined.')
    case 'refused': return refusal(notice, other, match)
    case 'resigning': return say('You resign. Telling {}.', other)
    case 'muted': return say('{} asks too often. Requests are hidden for a while.', other)
    case 'postponed': return say('{} will see it when the connection is back.', other)
    case 'wants-again': return say('{} wants another game.', other)
    case 'waiting-for-again': return say('Waiting for {} to decide about another game.', other)
    case 'gone': return say('{} has left.', other)
    case 'talk-refused': return say('The message was not sent. Wait a few seconds.')
    case 'records-differ':
      return say('The two records of this game differ. Go back to the last position that both have?')
    case 'went-back': return say('The game continues from the last position that both have.')
    case 'records-differ-for-good': return say('The two records of this game differ.')
    case 'finished': return result(match)
    default: return undefined
  }
}

/** The text of a move; if others followed it, the board does not tell which piece moved. */
const played = (move, match) => (match.moves.at(-1) === move ? match.lastMove ?? shown(move, match) : move)

function opening(match) {
  if (!match.side) return say('{}: {} moves first.', gameName(match.game), sideName(match, 'first'))
  const own = sideName(match, match.side)
  return say('{}: you are {}. {} moves first.', gameName(match.game), own, sideName(match, 'first'))
}

function change(name, other) {
  const [what, ...rest] = name.split('-')
  const request = rest.join('-')
  if (what === 'declined') return say('{} declined.', other)
  if (what === 'agreed') return agreed(request)
  if (name === 'paused') return say('{} needs a pause.', other)
  if (name === 'resumes') return say('The pause is over.')
  if (name === 'stopped') return say('The boards differ. Take moves back, resign or leave.')
  return undefined
}

const agreed = (request) => ({
  draw: say('Both players agree on a draw.'),
  'take-back': say('Moves were taken back.'),
  rematch: say('Both players want another game.'),
  'new-game': say('Both players start over. This game has no result.'),
})[request]

/** Why a wish is refused. */
function refusal({ why, move: refused }, other, match) {
  const hasPieces = match.board.hasSigns
  const move = shown(refused, match)
  return {
    'not-your-turn': say('It is not your turn.'),
    'game-over': say('The game is over.'),
    'game-not-over': say('The game is not over yet.'),
    'no-time': say('You have no time left.'),
    paused: say('The game is paused.'),
    differing: say('The boards differ. Take moves back, resign or leave.'),
    'awaiting-answer': say('You asked a question. Waiting for {} to answer.', other),
    'answer-due': say('{} asked you a question. Answer yes or no.', other),
    'nothing-asked': say('Nobody has asked you anything.'),
    'nothing-to-take-back': say('You have no move to take back.'),
    occupied: hasPieces ? say('Your own piece is there.') : say('There is a stone already.'),
    'capture-due': say('Take a stone first.'),
    'other-game': say('That cannot be played now.'),
    'off-board': say('That is not on the board.'),
    'nothing-there': hasPieces ? say('There is no piece.') : say('There is no stone.'),
    'not-own': say('That is not yours.'),
    'own-stone': say('That stone is your own.'),
    marked: say('That stone is marked already.'),
    protected: say('That stone is protected by its formation.'),
    'not-its-way': hasPieces
      ? say('That piece cannot move there.') : say('A stone moves one step along a row or column.'),
    blocked: say('That piece is blocked by the one beside it.'),
    'blocked-elephant': say('That elephant is blocked by a piece halfway.'),
    'in-the-way': say('A piece blocks the path.'),
    screens: say('A cannon captures over exactly one piece.'),
    palace: say('That piece may not leave the palace.'),
    river: say('An elephant may not cross the river.'),
    pawn: say('A pawn moves one step forward, and sideways only after crossing the river.'),
    'faces-general': say('After {} the two generals would face each other on an open column.', move),
    'leaves-check': say('You are in check, and {} does not end it.', move),
    'exposes-general': say('After {} your general could be taken.', move),
    'turns-nothing': say('That disc would turn nothing.'),
    'no-piece': say('There is no piece.'),
    'own-piece': say('Your own piece is there.'),
    'not-its-way-there': say('That piece cannot move there.'),
    'nothing-to-take': say('A pawn moves diagonally only to capture.'),
    'promotion-missing': say('Choose the piece for the pawn.'),
    'no-promotion': say('Only a pawn that reaches the last row becomes another piece.'),
    'exposes-king': say('Your king would be in check after {}.', move),
    'no-castling-right': say('You cannot castle there: the king or that rook has moved.'),
    'castles-in-check': say('You cannot castle while in check.'),
    'castles-through-check': say('You cannot castle: the king would cross a square under attack.'),
    overline: say('{} is forbidden: Black would have six or more in a row.', move),
    'double-four': say('{} is forbidden: Black would have two fours at once.', move),
    'double-three': say('{} is forbidden: Black would have two threes at once.', move),
  }[why] ?? say('That cannot be played.')
}

/** How a game has ended. */
export function result(match) {
  const { winner, reason } = match.outcome
  const how = {
    resignation: say('resignation'), timeout: say('no time left'), agreement: say('both players agreed'),
    five: say('five in a row'), 'board-full': say('the board is full'), overline: say('a forbidden row of six'),
    'double-four': say('a forbidden double four'), 'double-three': say('a forbidden double three'),
    'only-forbidden': say('every empty point is forbidden to Black'), 'below-three': say('too few stones are left'),
    blocked: say('no move is left'), repetition: say('the same position occurred for the third time'),
    'quiet-moves': say('too many moves without a capture'), checkmate: say('checkmate'), stalemate: say('stalemate'),
    'perpetual-check': say('perpetual check'), 'perpetual-chase': say('perpetual chase'),
    'sixty-move': say('sixty moves by each side without a capture'),
    'no-attackers': say('neither side has a piece that can cross the river'),
    'dead-position': say('nobody can checkmate'),
    'fivefold-repetition': say('the same position for the fifth time'),
    'seventy-five-moves': say('75 moves without a capture or a pawn move'),
    'fifty-moves': say('50 moves without a capture or a pawn move'),
    'cannot-mate': say('no time left, but the other player cannot checkmate'),
  }[reason]
  if (reason === 'begun-anew') return say('No result: both players started over.')
  if (!winner) return say('Draw: {}.', how ?? reason)
  const wins = say('{} wins: {}.', sideName(match, winner), how ?? reason)
  if (!match.side) return wins
  return `${wins} ${winner === match.side ? say('You won.') : say('You lost.')}`
}

/** The question of the other player, if one is open. */
export function question(match, other) {
  return match.isAnswerDue && {
    draw: say('{} offers a draw. Do you agree?', other),
    'take-back': say('{} asks to take moves back. Do you agree?', other),
    rematch: say('{} wants another game. Do you?', other),
    'new-game': say('{} wants to start over, without a result. Do you agree?', other),
  }[match.asked]
}

/** For whom the game waits. */
export function situation(view, other) {
  const { match } = view
  if (match.outcome) return result(match)
  if (view.names) return say('{} to move.', sideName(match, match.toMove))
  if (view.isSuspended) return say('Connecting to {} again.', other)
  if (match.isResigning) return say('You have resigned.')
  if (match.isDiffering) return say('The boards differ. Take moves back, resign or leave.')
  if (match.isPaused) return match.isPausing ? say('You need a pause.') : say('{} needs a pause.', other)
  if (match.asking) return say('You have asked {}.', other)
  if (view.isRobotDue) return say('The robot is thinking.')
  if (!match.isMyTurn) return say('Waiting for {} to move.', other)
  const hands = match.board.hands
  const left = hands.some((count) => count > 0)
    ? ` ${say('Stones to place: White {}, Black {}.', ...hands)}` : ''
  if (match.legal[0]?.startsWith('x')) return say('Take a stone.') + left
  return (match.board.isCheck ? say('Your turn. You are in check.') : say('Your turn.')) + left
}

/** Why a table has ended. */
export function ending(kind, other) {
  return {
    'game-over': say('The game with {} is over.', other),
    left: say("You have left {}'s table.", other),
    'not-accepted':
      say('You and {} did not accept each other. Try again, and compare the digits on both screens.', other),
    'key-changed':
      say('This computer could not prove that it is your contact {}. If it is new, forget the contact and try again.', other),
    'other-player': say("That is somebody else's table."),
    violation: say("{}'s computer broke the rules of the game. Use the same version on both.", other),
    'damaged-journal': say('The saved game cannot be read.'),
    'host-left': say('{} has left. To continue, {} must host again; then tap Continue.', other, other),
    'host-failed': say("{}'s program stopped. To continue, {} must host again; then tap Continue.", other, other),
    'unknown-match': say('{} no longer has this game.', other),
    'records-differ': say('The two records of this game differ.'),
    'not-invited': say('{} plays with contacts only, and you are not one.', other),
    kicked: say('{} removed you.', other),
    full: say('Somebody else is playing with {}. Try again when that game is over.', other),
    'taken-over': say('Your game with {} continues elsewhere.', other),
    'connection-lost': say('The connection to {} is lost. Move closer, and try again.', other),
    'outbox-full': say('The connection to {} is lost. Move closer, and try again.', other),
    'protocol-violation': say("{}'s computer sent something that is not Tabletooth.", other),
    'no-answer': say('{} did not answer. Check that Tabletooth still runs there, and try again.', other),
    'other-version': say('{} has another version of Tabletooth. Reload this page, or update the program there.', other),
    later: say('Too many players are asking {}. Try again in a minute.', other),
    'not-shown': say('{} does not let you watch.', other),
    closed: say("{}'s table is closed at the moment.", other),
  }[kind] ?? say("{}'s table has closed.", other)
}
