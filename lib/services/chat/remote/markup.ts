/**
 * Text from outside in a message: the platform shows each of its characters as it is. A backslash takes the meaning from
 * every sign of the platform's markup: emphasis, code, spoilers, links, quotes, headings, mentions, emoji, times, and bare
 * addresses. Pure.
 */

const SIGNS = /[\\`*_~|<>[\]()#@:/]/g
/** What begins the item of a list, at the beginning of a line. */
const ITEM = /^(\s*)(?:([-+])|(\d+)\.)(?=\s)/

/** The text in one line, to stand within kura's own words. */
export function escapeMarkup(text: string): string {
  return text
    .replaceAll(/\s+/gu, ' ')
    .replace(SIGNS, '\\$&')
    .replace(ITEM, (_, blank: string, bullet: string | undefined, number: string) =>
      bullet ? `${blank}\\${bullet}` : `${blank}${number}\\.`,
    )
}
