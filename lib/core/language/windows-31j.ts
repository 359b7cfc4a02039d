/**
 * Windows-31J (cp932), the Shift_JIS of Japanese offices. It has only one code for some pairs of characters, so a text
 * that was saved in it can come back with the other character of a pair. Pure.
 */

/** Characters without a code, each with what a decoder returns (the tables of JIS X 0208 and Microsoft differ). */
const PAIRS: Readonly<Record<string, string>> = {
  '〜': '～',
  '−': '－',
  '—': '―',
  '‖': '∥',
  '¢': '￠',
  '£': '￡',
  '¬': '￢',
}
const FIRSTS = /[〜−—‖¢£¬]/gu
const EITHER = /[〜～−－—―‖∥¢￠£￡¬￢]/u

/** A letter with marks. A Mac writes が as か and a mark. */
const MARKED = /\P{M}\p{M}+/gu

/** Applies NFC only to letters with marks, as NFC would also replace kanji with a code, such as U+FA19. */
export function composed(text: string): string {
  return text.replace(MARKED, letter => letter.normalize('NFC'))
}

export function asInWindows31j(text: string): string {
  return composed(text).replace(FIRSTS, character => PAIRS[character] ?? character)
}

/** Whether Windows-31J may have changed the text already, or would change it. */
export function hasPairOfWindows31j(text: string): boolean {
  return EITHER.test(text)
}

/** The part of iconv-lite that is used. The caller loads the package. */
interface Iconv {
  encode(text: string, encoding: string): Uint8Array
  decode(bytes: Uint8Array, encoding: string): string
}

const ASCII: Readonly<Record<string, string>> = { '¥': '\\', '‾': '~' }

/**
 * Encodes the text. A character that a company has drawn itself (外字) gets its own code.
 * @returns `lost`: the first character that has no code
 */
export function encodeWindows31j(
  text: string,
  iconv: Iconv,
): { readonly bytes: Uint8Array } | { readonly lost: string } {
  const placed = asInWindows31j(text).replace(/[¥‾]/g, character => ASCII[character] ?? character)
  const isLost = (part: string) => iconv.decode(iconv.encode(part, 'cp932'), 'cp932') !== part
  const pieces = placed.split(/([\ue000-\ue757]+)/)
  const lost = pieces.find((piece, at) => at % 2 === 0 && isLost(piece))
  if (lost !== undefined) return { lost: [...lost].find(isLost) ?? '' }
  const bytes = pieces.map((piece, at) =>
    at % 2 === 0 ? iconv.encode(piece, 'cp932') : ownCharacters(piece),
  )
  return { bytes: bytes.length === 1 && bytes[0] ? bytes[0] : Buffer.concat(bytes) }
}

/** The number of characters that each lead byte from F0 to F9 begins. */
const IN_ROW = 188

/** Returns the codes F040 to F9FC for the private-use characters U+E000 to U+E757. */
function ownCharacters(text: string): Uint8Array {
  return Uint8Array.from(
    Array.from(text, character => (character.codePointAt(0) ?? 0) - 0xe000).flatMap(at => {
      const trail = at % IN_ROW
      return [0xf0 + Math.floor(at / IN_ROW), trail + (trail < 0x3f ? 0x40 : 0x41)]
    }),
  )
}
