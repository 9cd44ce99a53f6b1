// Sentences in the player's language. The keys are English; scripts/phrases writes words.zh.js.

let catalogue = {}

/** The language of this page: `zh` or `en`. */
export const language = navigator.language.startsWith('zh') ? 'zh' : 'en'

/** Loads the sentences, and translates those that the document has. */
export async function translate() {
  document.documentElement.lang = language === 'zh' ? 'zh-CN' : 'en'
  if (language === 'zh') catalogue = (await import('./words.zh.js')).default
  for (const element of document.querySelectorAll('[data-say]')) element.textContent = say(element.textContent)
  for (const element of document.querySelectorAll('[data-label]')) {
    element.setAttribute('aria-label', say(element.dataset.label))
  }
}

const han = '[\\u3400-\\u4dbf\\u4e00-\\u9fff]'
const western = '[A-Za-z0-9\\u00c0-\\u052f/~+%-]'
/** Where a Chinese character and one of another script meet. */
const seam = new RegExp(`${han}${western}|${western}${han}`)

/** The sentence with `values` for its {}; Chinese has a space between its characters and other letters. */
export function say(text, ...values) {
  let index = 0
  const value = (number) => String(values[number ? number - 1 : index++])
  const parts = (catalogue[text] ?? text).split(/(\{\d*\})/)
  return parts.reduce((sentence, part) => {
    const place = part.match(/^\{(\d*)\}$/)
    const next = place ? value(place[1]) : part
    return sentence + (seam.test(sentence.slice(-1) + next.slice(0, 1)) ? ' ' : '') + next
  }, '')
}
