/** `credentials.json`: the host's address, the device's key, and the root it was enrolled with. No error quotes its values. */
import { AppError } from '../../errors.ts'
import { parseJson } from '../../json.ts'
import { type Credentials, credentialsSchema } from '../../release/schema.ts'
import type { Disk } from '../disk/disk.ts'
import { CREDENTIALS } from '../disk/layout.ts'

const SECRET_BYTES = 32

export interface ReadCredentials {
  readonly credentials: Credentials
  /** Whether other users of the machine can read the file. */
  readonly exposed: boolean
}

/** @throws AppError `credentials_invalid` naming the field */
export async function readCredentials(disk: Disk): Promise<ReadCredentials> {
  const found = await disk.look(CREDENTIALS)
  if (found.kind !== 'file') {
    const state = found.kind === 'absent' ? 'it does not exist' : 'it is not a file'
    throw invalid(disk, state, {
      hint: 'enrol the device (kura enrol NAME) and put its credentials.json there',
    })
  }
  const bytes = await disk.read(CREDENTIALS).catch((cause: unknown) => {
    throw invalid(disk, 'it cannot be read', { hint: 'run kura as the user that owns the file', cause })
  })
  const exposed = process.platform !== 'win32' && (found.mode & 0o077) !== 0
  return { credentials: parseCredentials(disk, bytes), exposed }
}

function parseCredentials(disk: Disk, bytes: Uint8Array): Credentials {
  const value = parseJson(Buffer.from(bytes).toString('utf8'))
  if (value === undefined) throw invalid(disk, 'it is not JSON')
  const parsed = credentialsSchema.safeParse(value)
  // only the field is named: the issue's message could quote the value
  if (!parsed.success) throw invalid(disk, `"${fieldOf(parsed.error.issues)}" is missing or not valid`)
  if (Buffer.from(parsed.data.secret, 'base64url').length !== SECRET_BYTES)
    throw invalid(disk, `"secret" is not ${SECRET_BYTES} bytes in base64url`)
  if (!/^https?:$/.test(new URL(parsed.data.url).protocol))
    throw invalid(disk, '"url" does not start with https://')
  return parsed.data
}

function fieldOf(issues: readonly { path: PropertyKey[]; code: string; keys?: string[] }[]): string {
  const [issue] = issues
  const path = [...(issue?.path ?? []), ...(issue?.keys?.slice(0, 1) ?? [])]
  return path.join('.') || 'the document'
}

function invalid(disk: Disk, state: string, context: { hint?: string; cause?: unknown } = {}): AppError {
  return new AppError('credentials_invalid', `Cannot use "${disk.dir}/${CREDENTIALS}": ${state}`, {
    hint: 'enrol the device again (kura enrol NAME) and put its credentials.json there',
    ...context,
  })
}
