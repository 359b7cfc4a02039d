/** Reads `credentials.json` and `enrolment.json`. No error quotes their values. */
import type { AppError } from '../../core/errors.ts'
import { parseJson } from '../../core/json/json.ts'
import { phrase } from '../../core/language/catalogue.ts'
import { phraseError } from '../../core/language/phrase-error.ts'
import type { Phrase } from '../../core/phrase.ts'
import { type Credentials, credentialsSchema } from '../../core/release/schema.ts'
import type { Disk } from '../disk/disk.ts'
import { shownPath } from '../disk/entry.ts'
import { CREDENTIALS, type ENROLMENT } from '../disk/layout.ts'
import { TRUST_FAILURES, TRUST_HINTS } from './words.ts'

const SECRET_BYTES = 32

export interface ReadCredentials {
  readonly credentials: Credentials
  /** Whether the file's mode gives other users any right; false on Windows, which has no such mode. */
  readonly exposed: boolean
  /** Why the host refused a new enrolment, if the earlier credentials are still in use. */
  readonly refused?: string | undefined
}

type File = typeof CREDENTIALS | typeof ENROLMENT

/** @throws AppError `credentials_invalid` naming the field */
export async function readCredentials(disk: Disk, file: File = CREDENTIALS): Promise<ReadCredentials> {
  const at = shownPath(disk, file)
  const found = await disk.look(file)
  if (found.kind !== 'file') {
    const why = phrase(found.kind === 'absent' ? TRUST_FAILURES.absent : TRUST_FAILURES.notFile)
    throw invalid(at, why, { hint: phrase(TRUST_HINTS.enrolHere) })
  }
  const bytes = await disk.read(file).catch((cause: unknown) => {
    throw invalid(at, phrase(TRUST_FAILURES.unreadable), { hint: phrase(TRUST_HINTS.owner), cause })
  })
  const exposed = process.platform !== 'win32' && (found.mode & 0o077) !== 0
  return { credentials: parseCredentials(at, bytes), exposed }
}

function parseCredentials(at: string, bytes: Uint8Array): Credentials {
  const value = parseJson(Buffer.from(bytes).toString('utf8'))
  if (value === undefined) throw invalid(at, phrase(TRUST_FAILURES.notJson))
  const parsed = credentialsSchema.safeParse(value)
  // only the field is named: the issue's message could quote the value
  if (!parsed.success)
    throw invalid(at, phrase(TRUST_FAILURES.field, { field: fieldOf(parsed.error.issues) }))
  if (Buffer.from(parsed.data.secret, 'base64url').length !== SECRET_BYTES)
    throw invalid(at, phrase(TRUST_FAILURES.secret, { bytes: SECRET_BYTES }))
  if (!/^https?:$/.test(new URL(parsed.data.url).protocol)) throw invalid(at, phrase(TRUST_FAILURES.address))
  return parsed.data
}

function fieldOf(issues: readonly { path: PropertyKey[]; code: string; keys?: string[] }[]): string {
  const [issue] = issues
  const path = [...(issue?.path ?? []), ...(issue?.keys?.slice(0, 1) ?? [])]
  return path.join('.') || 'the document'
}

function invalid(file: string, why: Phrase, context: { hint?: Phrase; cause?: unknown } = {}): AppError {
  return phraseError('credentials_invalid', phrase(TRUST_FAILURES.credentials, { file, why }), {
    hint: phrase(TRUST_HINTS.enrolAgain),
    ...context,
  })
}
