/**
 * Each page gives its form a number. All posts with one number and the same fields get the outcome of the first post.
 * An outcome is kept for 12 hours, and is sealed, because it may contain a link or a key. If the process of a post is
 * killed, the first post after its lease does the work again. The endpoints that the work calls do each act only once.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { LEASE } from '../core/claims/lease.ts'
import { AppError, type ErrorCode, type ErrorContext } from '../core/errors.ts'
import { createSealer } from '../core/store/seal.ts'
import { jsonFormat, update } from '../core/store/update.ts'
import { timeLeft } from '../core/work/time-left.ts'
import { digestOf } from './cookies.ts'
import type { ConsoleCore } from './core.ts'
import type { Fields } from './page.ts'
import type { StoredForm } from './people/stored-records.ts'

const MEMORY = 12 * 3_600_000

/** Milliseconds for which a second post waits for the outcome of the first post, and milliseconds between its looks. */
const PATIENCE = 20_000
const INTERVAL = 500

export interface PostedForm {
  readonly number: string
  /** The digest of the session. A number belongs to the session that posts it first. */
  readonly session: string
}

/** The posted form. Its number is made of the page's number and the digest of the fields. */
export function postedForm(fields: Fields, { digest: session }: { readonly digest: string }): PostedForm {
  const { form = '' } = fields
  const typed = digestOf(JSON.stringify(Object.entries(fields)))
  return { number: form === '' ? '' : `${form}-${typed.slice(0, 32)}`, session }
}

export type FormsCore = Pick<ConsoleCore, 'store' | 'config' | 'clock'>

export type FormOutcome<T> = { readonly value: T } | { readonly error: AppError }

const format = jsonFormat({
  parse: async stored => (await import('./people/stored-records.ts')).formSchema.parse(stored),
})

/**
 * Does the work of a form once, and returns its value, which must be JSON.
 * @throws AppError what the work throws; `conflict` while another process does the work, or for another session;
 * `bad_request`, `store_unavailable`, `store_busy`
 */
export async function submitOnce<T>(form: PostedForm, work: () => Promise<T>, core: FormsCore): Promise<T> {
  // only the server gives out numbers with a dot (for the items of an approval), so a browser cannot post one
  if (form.number.includes('.')) throw notOfConsole()
  const outcome = await outcomeOnce(form, work, core)
  if (outcome === 'working') throw new UnderWay()
  if ('error' in outcome) throw outcome.error
  return outcome.value
}

/** Does the work as `submitOnce` does, and returns how it ended; `working` if another process still does the work. */
export async function outcomeOnce<T>(
  { number, session }: PostedForm,
  work: () => Promise<T>,
  core: FormsCore,
): Promise<FormOutcome<T> | 'working'> {
  const key = keyOf(number)
  const run = randomUUID()
  const begin = () => beginWork({ key, session, run }, core)
  const end = core.clock() + Math.min(PATIENCE, timeLeft())
  let begun = await begin()
  while (begun === 'working' && core.clock() < end) {
    await delay(INTERVAL)
    begun = await begin()
  }
  if (begun === 'working') return 'working'
  if (begun !== 'own') return openOutcome<T>(begun, key, core)
  const outcome = await settle(work)
  // if the outcome cannot be stored, the person still gets it, but the same form does the work again after the lease
  await endWork({ key, run, outcome: sealed(outcome, key, core) }, core).catch(() => undefined)
  return outcome
}

/** The stored outcome; `lost` if the process was killed before it stored one; undefined if the work never began. */
export async function readOutcome<T>(
  number: string,
  core: FormsCore,
): Promise<FormOutcome<T> | 'working' | 'lost' | undefined> {
  const key = keyOf(number)
  const { record, now } = await core.store().read(key)
  const stored = record && (await format.parse(record.value))
  if (stored === undefined) return undefined
  if (stored.outcome !== undefined) return openOutcome<T>(stored.outcome, key, core)
  return now < stored.until ? 'working' : 'lost'
}

function keyOf(number: string): string {
  if (/^[\w.-]{16,100}$/.test(number)) return `console/form/${number}`
  throw notOfConsole()
}

function notOfConsole(): AppError {
  return new AppError('bad_request', 'Cannot take the form: it has no number of this console')
}

interface Work {
  readonly key: string
  readonly session: string
  readonly run: string
}

/** Returns `own` if this process does the work, `working` if another process does, or else the sealed outcome. */
function beginWork({ key, session, run }: Work, { store }: FormsCore): Promise<string> {
  return update<StoredForm, string>(
    store(),
    {
      key,
      format,
      transition(current, now) {
        if (current && current.session !== session) throw otherSession()
        if (current?.outcome !== undefined) return { keep: true, result: current.outcome }
        if (current && current.run !== run && now < current.until) return { keep: true, result: 'working' }
        return { write: { session, run, until: now + LEASE }, ttl: MEMORY, result: 'own' }
      },
    },
    { durable: true },
  )
}

function endWork(
  { key, run, outcome }: Omit<Work, 'session'> & { readonly outcome: string },
  { store }: FormsCore,
): Promise<void> {
  return update<StoredForm, void>(
    store(),
    {
      key,
      format,
      transition: current =>
        current?.run === run && current.outcome === undefined
          ? { write: { ...current, outcome }, ttl: MEMORY, result: undefined }
          : { keep: true, result: undefined },
    },
    { durable: true },
  )
}

async function settle<T>(work: () => Promise<T>): Promise<FormOutcome<T>> {
  try {
    return { value: await work() }
  } catch (error) {
    if (error instanceof AppError) return { error }
    throw error
  }
}

interface SealedError extends Omit<ErrorContext, 'cause'> {
  readonly code: ErrorCode
  readonly message: string
}

function sealed(outcome: FormOutcome<unknown>, record: string, { config }: FormsCore): string {
  const text = JSON.stringify('error' in outcome ? { error: partsOf(outcome.error) } : outcome)
  return createSealer(config.sealKeys()).seal(text, { record, counter: 0 })
}

function partsOf({ code, message, hint, details, status, phrase, hintPhrase }: AppError): object {
  return { code, message, hint, details, status, phrase, hintPhrase }
}

function openOutcome<T>(outcome: string, record: string, { config }: FormsCore): FormOutcome<T> {
  const text = createSealer(config.sealKeys()).unseal(outcome, { record, counter: 0 })
  const opened = JSON.parse(text) as { readonly value: T } | { readonly error: SealedError }
  if (!('error' in opened)) return opened
  const { code, message, ...context } = opened.error
  return { error: new AppError(code, message, context) }
}

function otherSession(): AppError {
  return new AppError('conflict', 'Cannot take the form: another session has posted its number', {
    hint: 'open the page again',
  })
}

/** Thrown while another process does the work. The same form gets the outcome later. */
export class UnderWay extends AppError {
  constructor() {
    super('conflict', 'Cannot take the form again: its first post is still under way', {
      hint: 'look again in two minutes',
    })
  }
}
