/** The file `.env`: settings as lines `NAME=value` that Node and a shell read in the same way. */
import { AppError } from '../../core/errors.ts'

/** What a shell takes as it is, without quotes. */
const PLAIN = /^[\w.,:/@+=-]*$/

/** Settings to write; one that is undefined is removed. */
export type Settings = Readonly<Record<string, string | undefined>>

/** `text` with these settings: a line that sets one of them is replaced, the others stay as they are. */
export function withSettings(text: string, settings: Settings): string {
  const kept = text
    .split('\n')
    .filter(line => !Object.keys(settings).some(name => line.startsWith(`${name}=`)))
  while (kept.at(-1) === '') kept.pop()
  const set = Object.entries(settings).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${quoted(name, value)}`],
  )
  return `${[...kept, ...set].join('\n')}\n`
}

/** @throws AppError `usage` for a value that a line cannot hold; it is not quoted in the message */
function quoted(name: string, value: string): string {
  if (PLAIN.test(value)) return value
  if (/^[^'\r\n]+$/.test(value)) return `'${value}'`
  throw new AppError('usage', `Cannot write ${name} to .env: it has a line break or the character '`)
}
