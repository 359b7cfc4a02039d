/** Exchanges the token for a key. The claim is stored before it is sent, so a repeated exchange brings the same key. */
import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { hasCode, messageOf } from '../../core/errors.ts'
import { readBounded } from '../../core/json/bounded.ts'
import { phrase } from '../../core/language/catalogue.ts'
import { phraseError } from '../../core/language/phrase-error.ts'
import type { Credentials } from '../../core/release/schema.ts'
import type { Disk } from '../disk/disk.ts'
import { CLAIM, CREDENTIALS, ENROLMENT, NEXT_CREDENTIALS, OWN } from '../disk/layout.ts'
import type { Fetcher } from '../fetch/fetcher.ts'
import type { Advice } from '../fetch/refusal.ts'
import { FETCH_FAILURES, FETCH_HINTS } from '../fetch/words.ts'
import { refuseOpenFolder } from '../folder/refuse-open.ts'
import { takeSecret, writeSecret } from '../folder/secrets.ts'
import type { RunProgram } from '../system-program.ts'
import { type ReadCredentials, readCredentials } from '../trust/credentials.ts'

const PATH = '/api/admin/enrolments/key'
const CLAIM_FORM = /^[A-Za-z0-9_-]{43}$/

const newFolder = () => phrase(FETCH_HINTS.newFolder)
const ADVICE: Advice = {
  signature_invalid: newFolder,
  key_revoked: newFolder,
  scope_missing: newFolder,
  not_found: newFolder,
  conflict: () => phrase(FETCH_HINTS.copyUsed),
  bad_request: () => phrase(FETCH_HINTS.sameProgram),
  store_unavailable: () => phrase(FETCH_HINTS.later),
  store_busy: () => phrase(FETCH_HINTS.later),
  not_in_preview: () => phrase(FETCH_HINTS.production),
}

const DEVICE_KEYID = /^[a-z0-9-]{1,118}:device:[0-9]{1,9}$/

/** The schema is made only for the first run. */
const keySchema = () =>
  z.object({
    keyid: z.string().check(z.regex(DEVICE_KEYID)),
    secret: z.string().check(z.regex(CLAIM_FORM)),
  })

export async function hasEnrolment(disk: Disk): Promise<boolean> {
  return (await disk.look(ENROLMENT)).kind === 'file'
}

/**
 * Exchanges the token and stores the credentials. If the host refuses the token, earlier credentials are used.
 * @throws AppError as `readCredentials`, `refuseOpenFolder`, `Fetcher.ask`; `device_write`
 */
export async function completeEnrolment(
  disk: Disk,
  { run, fetcherOf }: { run: RunProgram; fetcherOf: (enrolment: Credentials) => Fetcher },
): Promise<ReadCredentials> {
  const { credentials: enrolment } = await readCredentials(disk, ENROLMENT)
  await refuseOpenFolder(disk, run)
  await takeSecret(disk, ENROLMENT, run)
  try {
    const key = await exchange(disk, fetcherOf(enrolment), run)
    await storeCredentials(disk, { ...enrolment, ...key }, run)
  } catch (error) {
    const refused = hasCode(error, 'not_found', 'conflict', 'signature_invalid', 'key_revoked')
    if (!refused || (await disk.look(CREDENTIALS)).kind !== 'file') throw error
    return { ...(await readCredentials(disk)), refused: messageOf(error) }
  }
  return readCredentials(disk)
}

async function exchange(
  disk: Disk,
  fetcher: Fetcher,
  run: RunProgram,
): Promise<Pick<Credentials, 'keyid' | 'secret'>> {
  const claim = await keptClaim(disk, run)
  const { body } = await fetcher.ask({ path: PATH, body: { claim }, advice: ADVICE })
  const read = readBounded(keySchema(), body)
  if ('value' in read) return read.value
  throw phraseError('remote_answer', phrase(FETCH_FAILURES.noKey, { host: fetcher.host }), {
    hint: phrase(FETCH_HINTS.strangerAnswers),
  })
}

async function keptClaim(disk: Disk, run: RunProgram): Promise<string> {
  if ((await disk.look(CLAIM)).kind === 'file') {
    const kept = Buffer.from(await disk.read(CLAIM)).toString('utf8')
    // a shorter claim was written in part, and so never sent
    if (CLAIM_FORM.test(kept)) return kept
  }
  const claim = randomBytes(32).toString('base64url')
  await writeSecret(disk, { path: CLAIM, text: claim }, run)
  await disk.sync([OWN])
  return claim
}

async function storeCredentials(disk: Disk, credentials: Credentials, run: RunProgram): Promise<void> {
  const text = `${JSON.stringify(credentials, null, 2)}\n`
  await writeSecret(disk, { path: NEXT_CREDENTIALS, text }, run)
  await disk.rename(NEXT_CREDENTIALS, CREDENTIALS)
  await disk.sync([''])
  await disk.remove(ENROLMENT)
  await disk.sync([''])
  await disk.remove(CLAIM)
}
