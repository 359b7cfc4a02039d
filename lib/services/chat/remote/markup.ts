/** A backslash before a sign takes away its meaning as markup. Pure. */

const SIGNS = /[\\`*_~|<>[\]()#@:/]/g
/** A list item at the beginning of a line. */
const ITEM = /^(\s*)(?:([-+])|(\d+)\.)(?=\s)/

/** On one line, because the text stands within kura's own text. */
export function escapeMarkup(text: string): string {
  return text
    .replaceAll(/\s+/gu, ' ')
    .replace(SIGNS, '\\$&')
    .replace(ITEM, (_, blank: string, bullet: string | undefined, number: string) =>
      bullet ? `${blank}\\${bullet}` : `${blank}${number}\\.`,
    )
}
