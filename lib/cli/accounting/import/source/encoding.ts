/** The text of a table: UTF-8, or Shift_JIS as a spreadsheet of Windows saves it (Windows-31J). Nothing is guessed. */
import { AppError } from '../../../../core/errors.ts'

const ENCODINGS = ['utf-8', 'shift_jis'] as const

/** @throws AppError `usage` if the bytes are in neither encoding */
export function decodeTable(bytes: Uint8Array, name: string): string {
  for (const encoding of ENCODINGS) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes)
    } catch {
      // it is the next one, or none
    }
  }
  throw new AppError('usage', `Cannot read "${name}": it is neither in UTF-8 nor in Shift_JIS`, {
    hint: 'save it as "CSV UTF-8" or as "CSV"',
  })
}
