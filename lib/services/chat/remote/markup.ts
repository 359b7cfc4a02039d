/** The signs of markup; a backslash before one takes away its meaning. Pure. */

const SIGNS = /[\\`*_~|<>[\]()#@:/]/g
/** Matches a list item at the beginning of a line. */
const ITEM = /^(\s*)(?:([-+])|(\d+)\.)(?=\s)/

/** Escapes a text, and puts it on one line, because it stands within kura's own text. */
export function escapeMarkup(text: string): string {
  return text
    .replaceAll(/\s+/gu, ' ')
    .replace(SIGNS, '\\$&')
    .replace(ITEM, (_, blank: string, bullet: string | undefined, number: string) =>
      bullet ? `${blank}\\${bullet}` : `${blank}${number}\\.`,
    )
}
