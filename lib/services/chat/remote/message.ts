import { createHash } from 'node:crypto'

/** In code points. A text never has more of them than UTF-16 units, so what kura composes may count units. */
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

const CONTROLS = /(?![\n\t])\p{Cc}/gu
/** The platform may drop unpaired marks of writing direction. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** As sent and compared: without characters that the platform may strip. */
export function normaliseText(text: string): string {
  return text
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '')
    .replace(CONTROLS, '')
    .replace(DIRECTIONS, '')
    .replace(/[^\S\n]+$/gm, '')
    .trim()
}
