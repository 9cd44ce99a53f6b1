// The parts of the document, and what is shown in them.

/** The element with this identifier. */
export const at = (id) => document.getElementById(id)

const sections = ['start', 'wait', 'meet', 'table']
/** Where the focus goes when a section appears. */
const places = { start: 'h1', wait: '#stop', meet: '#compare', table: '[data-point][tabindex="0"]' }

/** Shows one section of the page, and hides the others. */
export function show(section) {
  if (!at(section).hidden) return
  const hadFocus = document.activeElement !== document.body
  for (const id of sections) at(id).hidden = id !== section
  // Who walks with the keyboard goes on here, and not at the top of the document.
  if (hadFocus) document.querySelector(places[section]).focus({ preventScroll: true })
}

/** Says something above the section. */
export function tell(text) {
  at('status').textContent = text
}

/** Adds a line to the messages. */
export function addLine(text, kind = '') {
  const line = document.createElement('p')
  line.textContent = text
  line.className = kind
  at('log').append(line)
  while (at('log').children.length > 200) at('log').firstChild.remove()
  at('log').scrollTop = at('log').scrollHeight
}

/** A button that does `work`. */
export function button(text, work, kind = '') {
  const element = document.createElement('button')
  Object.assign(element, { type: 'button', textContent: text, className: kind, onclick: work })
  return element
}

/** Asks; each answer is a text and what it does. */
export function ask(text, answers) {
  at('sure-text').textContent = text
  const buttons = answers.map(([label, work]) => button(label, () => {
    at('sure').close()
    work?.()
  }))
  at('sure-answers').replaceChildren(...buttons)
  at('sure').showModal()
}
