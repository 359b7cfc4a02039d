import { resolve } from 'node:path'
import { fileReason } from '../../core/disk/file-fault.ts'
import { readRegular } from '../../core/disk/regular-file.ts'
import { phrase } from '../../core/language/catalogue.ts'
import { phraseError } from '../../core/language/phrase-error.ts'
import type { Reason } from '../../core/phrase.ts'
import type { CliContext } from '../context.ts'
import { TERMINAL } from './words.ts'

/**
 * Returns the text without a byte order mark. An error calls the file `what`, such as `the deal`.
 * @throws AppError `usage` with the reason why the file cannot be read
 */
export async function readGivenFile(
  file: string,
  what: Reason,
  context: Pick<CliContext, 'cwd'>,
): Promise<string> {
  return new TextDecoder().decode(await readGivenBytes(file, what, context))
}

/** Returns the bytes of a text that names its own charset. @throws as `readGivenFile` does */
export async function readGivenBytes(
  file: string,
  what: Reason,
  { cwd }: Pick<CliContext, 'cwd'>,
): Promise<Uint8Array> {
  return readRegular(resolve(cwd, file)).catch((cause: unknown) => {
    throw phraseError('usage', phrase(TERMINAL.unreadable, { what, file, why: fileReason(cause) }), { cause })
  })
}
