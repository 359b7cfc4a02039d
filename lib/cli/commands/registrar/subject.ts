/** The subject of a message: RFC 2047, as mail programs in Japan write it. */

export interface DecodedSubject {
  readonly text: string
  /** Whether a part of the subject is missing or only guessed at. That part may hide the words of a deadline. */
  readonly unreadable: boolean
}

/** A part of the subject. Its label, the name of a charset, is undefined for bytes outside of encoded words. */
interface Piece {
  readonly label: string | undefined
  readonly encoding: string
  readonly bytes: Buffer
}

const WORD = /=\?([^?*\s]*)(?:\*[^?]*)?\?([bq])\?([^?]*)\?=/gi

/** `header` is the value of the header; each of its characters stands for one byte. */
export function decodeSubject(header: string): DecodedSubject {
  const parts = joined(piecesOf(header.replace(/\r?\n[ \t]+/g, ' '))).map(decodePiece)
  const text = parts.map(part => part.text).join('')
  return { text, unreadable: text.includes('\ufffd') || parts.some(part => part.unreadable) }
}

/** White space between two encoded words does not count. */
function piecesOf(header: string): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  const addPlain = (plain: string) => {
    if (plain !== '') pieces.push({ label: undefined, encoding: '', bytes: Buffer.from(plain, 'latin1') })
  }
  for (const match of header.matchAll(WORD)) {
    const plain = header.slice(at, match.index)
    if (at === 0 || plain.trim() !== '') addPlain(plain)
    const [whole, label = '', encoding = '', text = ''] = match
    pieces.push({ label: charsetOf(label), encoding: encoding.toLowerCase(), bytes: bytesOf(encoding, text) })
    at = match.index + whole.length
  }
  addPlain(header.slice(at))
  return pieces
}

function bytesOf(encoding: string, text: string): Buffer {
  if (encoding.toLowerCase() === 'b') return Buffer.from(text, 'base64')
  const plain = text
    .replaceAll('_', ' ')
    .replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(plain, 'latin1')
}

/** Joins neighbours of one charset and encoding, because a program may cut a text inside a character. */
function joined(pieces: readonly Piece[]): Piece[] {
  const groups: Piece[] = []
  for (const piece of pieces) {
    const last = groups.at(-1)
    const isSame = last?.label === piece.label && last?.encoding === piece.encoding
    if (last && isSame)
      groups[groups.length - 1] = { ...last, bytes: Buffer.concat([last.bytes, piece.bytes]) }
    else groups.push(piece)
  }
  return groups
}

/** The names that mail programs have for charsets, besides those of the Encoding Standard. */
const ALIASES: readonly (readonly [RegExp, string])[] = [
  [/^(?:cs)?iso-?2022-?jp(?:-.*)?$|^(?:x-)?cp-?5022[0-2]$/, 'iso-2022-jp'],
  [/^(?:x-)?(?:cp-?|ms|windows-)(?:932|943|31j)(?:c)?$|^(?:x-)?s(?:hift)?[-_]?jis(?:[-_].*)?$/, 'shift_jis'],
  [/^(?:x-)?(?:cp-?51932|eucjp(?:-?(?:ms|win))?|euc-jp-.*)$/, 'euc-jp'],
  [/^utf-?8(?:-.*)?$/, 'utf-8'],
  // these labels say nothing about bytes above 127
  [/^(?:us-ascii|ascii|ansi_x3.*|unknown-8bit|8bit|)$/, ''],
]

function charsetOf(label: string): string {
  const name = label.toLowerCase()
  return ALIASES.find(([names]) => names.test(name))?.[1] ?? name
}

function decodePiece({ label = '', bytes }: Piece): DecodedSubject {
  // ESC $B, ESC $@ or ESC $( begins Japanese letters of ISO-2022-JP, whatever the label says
  if (['$B', '$@', '$('].some(start => bytes.includes(`${ESCAPE}${start}`)))
    return decodedAs('iso-2022-jp', withoutEmptyRuns(bytes))
  if (label === '' || label === 'utf-8') return decodeUnlabelled(bytes)
  return decodedAs(label, bytes)
}

const ESCAPE = '\u001b'
const EMPTY_RUN = new RegExp(String.raw`${ESCAPE}(?:\([BIJ]|\$[@B])(?=${ESCAPE})`, 'g')

/**
 * Removes an escape sequence that another one follows at once, as between two encoded words, because the Encoding
 * Standard reads such a pair as an error.
 */
function withoutEmptyRuns(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('latin1').replaceAll(EMPTY_RUN, ''), 'latin1')
}

function decodedAs(label: string, bytes: Buffer): DecodedSubject {
  try {
    return { text: new TextDecoder(label).decode(bytes), unreadable: false }
  } catch {
    return { text: bytes.toString('latin1').replace(/[\x80-\xff]/g, '\ufffd'), unreadable: true }
  }
}

const JAPANESE = /[\u3040-\u30ff\u3400-\u9fff]/

/** Decodes as UTF-8 or Shift_JIS. If the bytes may as well be EUC-JP, the text is a guess. */
function decodeUnlabelled(bytes: Buffer): DecodedSubject {
  const utf8 = decodedAs('utf-8', bytes)
  if (!utf8.text.includes('\ufffd') || JAPANESE.test(utf8.text)) return utf8
  const shiftJis = decodedAs('shift_jis', bytes)
  if (shiftJis.text.includes('\ufffd')) return utf8
  // a control character shows that the bytes are not EUC-JP
  const isAlsoEuc = !/[\p{Cc}\ufffd]/u.test(decodedAs('euc-jp', bytes).text)
  return { ...shiftJis, unreadable: isAlsoEuc }
}
