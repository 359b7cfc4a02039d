/**
 * `credentials.json`: the host's address, the device's key, and the root with which the device was enrolled;
 * `enrolment.json` has the same members. No error quotes values of these files.
 */
import { AppError } from '../../core/errors.ts'
import { parseJson } from '../../core/json.ts'
import { type Credentials, credentialsSchema } from '../../core/release/schema.ts'
import type { Disk } from '../disk/disk.ts'
import { CREDENTIALS, type ENROLMENT } from '../disk/layout.ts'

const SECRET_BYTES = 32

export interface ReadCredentials {
  readonly credentials: Credentials
  /** Whether other users of the machine can read the file. */
  readonly exposed: boolean
  /** Why the host refused a new enrolment; set if the earlier credentials are still in use. */
  readonly refused?: string | undefined
}

type File = typeof CREDENTIALS | typeof ENROLMENT

/**
 * Reads the credentials.
 * @throws AppError `credentials_invalid` naming the field
 */
export async function readCredentials(disk: Disk, file: File = CREDENTIALS): Promise<ReadCredentials> {
  const at = `${disk.dir}/${file}`
  const found = await disk.look(file)
  if (found.kind !== 'file') {
    const state = found.kind === 'absent' ? 'it does not exist' : 'it is not a file'
    throw invalid(at, state, {
      hint: 'make a folder for the device with kura enrol NAME, and run this in it',
    })
  }
  const bytes = await disk.read(file).catch((cause: unknown) => {
    throw invalid(at, 'it cannot be read', { hint: 'run kura as the user that owns the file', cause })
  })
  const exposed = process.platform !== 'win32' && (found.mode & 0o077) !== 0
  return { credentials: parseCredentials(at, bytes), exposed }
}

function parseCredentials(at: string, bytes: Uint8Array): Credentials {
  const value = parseJson(Buffer.from(bytes).toString('utf8'))
  if (value === undefined) throw invalid(at, 'it is not JSON')
  const parsed = credentialsSchema.safeParse(value)
  // only the field is named: the issue's message could quote the value
  if (!parsed.success) throw invalid(at, `"${fieldOf(parsed.error.issues)}" is missing or not valid`)
  if (Buffer.from(parsed.data.secret, 'base64url').length !== SECRET_BYTES)
    throw invalid(at, `"secret" is not ${SECRET_BYTES} bytes in base64url`)
  if (!/^https?:$/.test(new URL(parsed.data.url).protocol))
    throw invalid(at, '"url" does not start with https://')
  return parsed.data
}

function fieldOf(issues: readonly { path: PropertyKey[]; code: string; keys?: string[] }[]): string {
  const [issue] = issues
  const path = [...(issue?.path ?? []), ...(issue?.keys?.slice(0, 1) ?? [])]
  return path.join('.') || 'the document'
}

function invalid(at: string, state: string, context: { hint?: string; cause?: unknown } = {}): AppError {
  return new AppError('credentials_invalid', `Cannot use "${at}": ${state}`, {
    hint: 'enrol the device again: make a new folder for it with kura enrol NAME',
    ...context,
  })
}
