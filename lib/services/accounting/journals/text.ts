/** The service's Shift_JIS is Windows-31J (cp932), as `TextDecoder` reads it. An invalid byte is never replaced. */
import { AppError } from '../../../core/errors.ts'
import type { JournalEncoding } from '../remote/schema.ts'

/** `journal` is the name in errors, such as `the journal of company 7`. */
export function createTextReader(encoding: JournalEncoding, journal: string) {
  const label = encoding === 'sjis' ? 'shift_jis' : 'utf-8'
  const decoder = new TextDecoder(label, { fatal: true })
  const restore = encoding === 'sjis' ? controlRestorer() : (text: string) => text
  let read = 0
  const decode = (bytes?: Uint8Array): string => {
    try {
      return restore(bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode())
    } catch (cause) {
      throw notEncoded({ journal, encoding, read, cause })
    }
  }
  return {
    push(bytes: Uint8Array) {
      const text = decode(bytes)
      read += bytes.byteLength
      return text
    },
    end: () => decode(),
  }
}

/** Control characters that ICU's table for Shift_JIS exchanges with each other. */
const CONTROLS = [0x1a, 0x1c, 0x7f]

/** Restores exchanged control characters. Changes nothing if this machine's decoder does not exchange them. */
function controlRestorer(): (text: string) => string {
  const decoded = new TextDecoder('shift_jis').decode(Uint8Array.from(CONTROLS))
  const meant = new Map(CONTROLS.map((code, index) => [decoded[index], String.fromCharCode(code)]))
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these control characters are meant
  return text => text.replace(/[\x1a\x1c\x7f]/g, character => meant.get(character) ?? character)
}

function notEncoded(facts: {
  journal: string
  encoding: JournalEncoding
  read: number
  cause: unknown
}): AppError {
  const name = facts.encoding === 'sjis' ? 'Shift_JIS (Windows-31J)' : 'UTF-8'
  const message = `Cannot read ${facts.journal}: it is not valid ${name} after byte ${facts.read}`
  return new AppError('remote_answer', message, {
    hint: 'export it again with the other encoding (encoding=sjis or encoding=utf-8)',
    cause: facts.cause,
  })
}
