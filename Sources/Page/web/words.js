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

/** The sentence with `values` for its {}. */
export function say(text, ...values) {
  let index = 0
  return (catalogue[text] ?? text).replace(/\{(\d*)\}/g, (_, number) => values[number ? number - 1 : index++])
}
