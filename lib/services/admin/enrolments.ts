/**
 * Enrolling a device. An operator gets a token for a folder, and the first run in that folder exchanges it for the
 * device's key, so the folder carries no lasting secret. The token is a key of its own: its request is signed like any
 * other, so a stranger is refused before the store is asked, and the device never sends the token itself.
 *
 * One record per device, `enrolment/<name>`. A new token replaces the previous one. The first request binds the token
 * to the secret claim of its folder: the same folder may repeat the exchange, and no other folder gets the key.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { EpochSecrets } from '../../core/config/config.ts'
import { AppError } from '../../core/errors.ts'
import type { Handlers } from '../../core/http/serve.ts'
import { parseJson } from '../../core/json.ts'
import { deriveSecret, formatKeyid, type Scope } from '../../core/signatures/keys.ts'
import type { Store } from '../../core/store/store.ts'
import { type RecordFormat, type Transition, update } from '../../core/store/update.ts'
import type { adminContract } from './contract.ts'

const PREFIX = 'enrolment/'

/** How long a token can be exchanged, in milliseconds. */
const LIFETIME = 7 * 86_400_000

export interface Enrolment {
  /** Names the token. */
  readonly id: string
  /** When it ends, ISO 8601. */
  readonly expires: string
  /** The SHA-256 of the claim with which the token was exchanged; absent until then. */
  readonly claim?: string
}

/** A record of another shape counts as missing: its token is invalid, and the next token replaces it. */
const format: RecordFormat<Enrolment | undefined> = {
  parse(text) {
    const value = parseJson(text) as Partial<Enrolment> | null | undefined
    const whole = typeof value?.id === 'string' && Number.isFinite(Date.parse(value.expires ?? ''))
    return whole ? (value as Enrolment) : undefined
  },
  format: enrolment => JSON.stringify(enrolment),
}

/** Issues a token, which replaces any earlier token of the device. */
export function issueToken(id: string): Transition<Enrolment | undefined, Enrolment> {
  return (_current, now) => {
    const enrolment = { id, expires: new Date(now + LIFETIME).toISOString() }
    return { write: enrolment, ttl: LIFETIME, result: enrolment }
  }
}

/**
 * Whether the key is given out, or why not: the token has expired or was replaced (`over`), or was exchanged with
 * another claim (`taken`).
 */
export type Exchange = 'given' | 'over' | 'taken'

/** Binds the token to the first claim; a repetition with the same claim gets the key again. */
export function exchangeToken({
  id,
  claim,
}: {
  id: string
  claim: string
}): Transition<Enrolment | undefined, Exchange> {
  return (current, now) => {
    const left = current ? Date.parse(current.expires) - now : 0
    if (current?.id !== id || left <= 0) return { keep: true, result: 'over' }
    if (current.claim === undefined) return { write: { ...current, claim }, ttl: left, result: 'given' }
    return { keep: true, result: current.claim === claim ? 'given' : 'taken' }
  }
}

export interface EnrolmentDeps {
  readonly store: () => Store
  /** The deployment's secrets, the newest first. */
  readonly secrets: () => EpochSecrets
  readonly revoked: () => Promise<ReadonlySet<string>>
}

export function enrolmentHandlers(
  deps: EnrolmentDeps,
): Handlers<typeof adminContract, 'enrol' | 'exchangeToken'> {
  return {
    async enrol({ body: { name } }) {
      const device = keyOf({ name, scope: 'device' }, deps)
      await refuseRevoked(name, device.keyid, deps)
      const id = randomBytes(8).toString('hex')
      const transition = issueToken(id)
      const { expires } = await changeEnrolment(name, transition, deps)
      return { ...keyOf({ name: tokenName(name, id), scope: 'enrol' }, deps), expires, device: device.keyid }
    },
    async exchangeToken({ body, caller }) {
      const { name, id } = readTokenName(caller.name)
      const device = keyOf({ name, scope: 'device' }, deps)
      await refuseRevoked(name, device.keyid, deps)
      const claim = createHash('sha256').update(body.claim).digest('hex')
      const transition = exchangeToken({ id, claim })
      const exchange = await changeEnrolment(name, transition, deps)
      if (exchange !== 'given') throw refused(name, exchange)
      return device
    },
  }
}

/**
 * Changes an enrolment. The write is durable: a failover must neither lose a token that was handed out, nor make a
 * spent one valid again.
 */
function changeEnrolment<R>(
  name: string,
  transition: Transition<Enrolment | undefined, R>,
  { store }: EnrolmentDeps,
): Promise<R> {
  return update(store(), { key: PREFIX + name, format, transition }, { durable: true })
}

function keyOf({ name, scope }: { name: string; scope: Scope }, { secrets }: EnrolmentDeps) {
  const [newest] = secrets()
  const keyid = formatKeyid({ name, scopes: [scope], epoch: newest.epoch })
  return { keyid, secret: deriveSecret(newest.secret, keyid).toString('base64url') }
}

/**
 * Refuses a device whose key is revoked: the key is derived from the name, so the device would get the revoked key
 * again.
 */
async function refuseRevoked(name: string, keyid: string, { revoked }: EnrolmentDeps): Promise<void> {
  if (!(await revoked()).has(keyid)) return
  throw new AppError('key_revoked', `Cannot enrol "${name}": its key "${keyid}" is revoked`, {
    hint: 'choose another name; if the revocation was a mistake, kura key revoke --undo undoes it',
  })
}

/** The name of a token's key: the device's name and the token's unique id. */
function tokenName(name: string, id: string): string {
  return `${name}--${id}`
}

function readTokenName(text: string): { name: string; id: string } {
  const [, name, id] = /^(.+)--([0-9a-f]{16})$/.exec(text) ?? []
  if (name === undefined || id === undefined) throw refused(text, 'over')
  return { name, id }
}

function refused(name: string, exchange: Exclude<Exchange, 'given'>): AppError {
  if (exchange === 'over') {
    const state = 'its token has expired, or a newer one has replaced it'
    return new AppError('not_found', `Cannot enrol "${name}": ${state}`, {
      hint: `ask the operator for a new folder: kura enrol ${name}`,
    })
  }
  return new AppError('conflict', `Cannot enrol "${name}": another copy of its folder was used first`, {
    hint: `if that was not you, the operator must revoke its key, which whoever has that copy holds, and enrol under another name`,
  })
}
