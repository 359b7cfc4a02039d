/**
 * Finds out what the chat platform would read as markup, and the text that people would read. It shares no code with
 * kura's escaping.
 */

const ESCAPE = /\\([^0-9A-Za-z\s])/y

const ANYWHERE: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['code block', /```[\s\S]+?```/y],
  ['code', /(`+)([\s\S]*?[^`])\1(?!`)/y],
  ['bold', /\*\*[\s\S]+?\*\*(?!\*)/y],
  ['underline', /__[\s\S]+?__(?!_)/y],
  ['italics', /\*(?=\S)[\s\S]+?\*(?!\*)|\b_[\s\S]+?_\b|_[\s\S]+?_(?!_)/y],
  ['strike', /~~[\s\S]+?~~/y],
  ['spoiler', /\|\|[\s\S]+?\|\|/y],
  ['masked link', /\[[^\]]+\]\([^)]+\)/y],
  ['address', /https?:\/\/[^\s<]+/y],
  ['invitation', /discord(?:\.gg|(?:app)?\.com\/invite)\/\w+/y],
  ['mention', /<(?:@[!&]?|#)\d+>|@(?:everyone|here)\b/y],
  ['command', /<\/[^:>]+:\d+>/y],
  ['emoji', /<a?:\w+:\d+>|:\w+:/y],
  ['time', /<t:-?\d+(?::\w)?>/y],
  ['guide', /<id:\w+>/y],
  ['mail', /<(?:mailto:)?[^\s<>@]+@[^\s<>]+>/y],
]

/** Markup at the beginning of a line or of a list item. */
const BEGINNING: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['small', /-# /y],
  ['heading', /#{1,3} /y],
  ['quote', />(?:>>)? /y],
  ['item', /[-*+] /y],
  ['number', /\d+\. /y],
]

export interface Shown {
  /** The text as people read it; code keeps its fences. */
  readonly text: string
  /** The parts that the platform reads as markup, in order. */
  readonly markup: readonly string[]
}

export function shown(content: string): Shown {
  const markup: string[] = []
  let [text, at, begins] = ['', 0, true]
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at
    return pattern.exec(content)
  }
  while (at < content.length) {
    const escaped = take(ESCAPE)
    const rules = begins ? [...BEGINNING, ...ANYWHERE] : ANYWHERE
    const rule = escaped ? undefined : rules.find(([, pattern]) => take(pattern))
    const [whole = content.slice(at, at + 1)] = escaped ?? (rule && take(rule[1])) ?? []
    if (rule) markup.push(rule[0])
    text += escaped?.[1] ?? whole
    at += whole.length
    begins = BEGINNING.some(known => known === rule) || /^\s$/.test(whole) ? begins || whole === '\n' : false
  }
  return { text, markup }
}
