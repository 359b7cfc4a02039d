import { createHash } from 'node:crypto'

/** The most code points of a message. A text never has more of them than UTF-16 units, so kura may count units. */
export const MESSAGE_CAP = 2000

/** The length in code points, as the platform counts. */
export function lengthOf(text: string): number {
  return [...text].length
}

const NONCE_LENGTH = 25

/** The nonce for a name; the same name always gives the same nonce. */
export function nonceOf(name: string): string {
  return createHash('sha256').update(name).digest('base64url').slice(0, NONCE_LENGTH)
}

const CONTROLS = /(?![\n\t])\p{Cc}/gu
/** The marks of writing direction, which the platform may drop if they are unpaired. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/** The text as it is sent and compared, without characters that the platform may strip. */
export function normaliseText(text: string): string {
  return text
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '')
    .replace(CONTROLS, '')
    .replace(DIRECTIONS, '')
    .replace(/[^\S\n]+$/gm, '')
    .trim()
}
