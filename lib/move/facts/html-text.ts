/** The text of a page that a person reads, with single spaces. */
import { Parser } from 'htmlparser2'

const UNREAD = new Set(['script', 'style', 'template', 'noscript'])

export function htmlText(html: string): string {
  const pieces: string[] = []
  let unread = 0
  const parser = new Parser(
    {
      onopentag: name => {
        if (UNREAD.has(name)) unread += 1
      },
      onclosetag: name => {
        if (UNREAD.has(name)) unread -= 1
      },
      ontext: text => {
        if (unread === 0) pieces.push(text)
      },
    },
    { decodeEntities: true },
  )
  parser.end(html)
  return pieces.join(' ').replace(/\s+/g, ' ').trim()
}
