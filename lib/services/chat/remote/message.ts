import { createHash } from 'node:crypto'

/**
 * In code points, as the platform counts. A text never has more code points than UTF-16 units, so what kura composes
 * may count units.
 */
export const MESSAGE_CAP = 2000

/** The length in code points, as the platform counts. */
export function lengthOf(text: string): number {
  return [...text].length
}

const NONCE_LENGTH = 25

/** The same name always gives the same nonce. */
export function nonceOf(name: string): string {
  return createHash('sha256').update(name).digest('base64url').slice(0, NONCE_LENGTH)
}

/** All control characters except the line break and the tab. */
const CONTROLS = /(?![\n\t])\p{Cc}/gu
/** The platform may drop unpaired marks of writing direction. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/**
 * A text as it is sent and compared, without characters that the platform may strip, such as control characters and
 * white space at both ends or before a line end.
 */
export function normaliseText(text: string): string {
  return text
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '')
    .replace(CONTROLS, '')
    .replace(DIRECTIONS, '')
    .replace(/[^\S\n]+$/gm, '')
    .trim()
}
