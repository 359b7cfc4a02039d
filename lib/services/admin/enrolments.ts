/**
 * An operator gets a token for a folder, and the first run in that folder exchanges it for the device's key, so the
 * folder carries no lasting secret. The token is a key of its own: its request is signed like any other, so a stranger
 * is refused before the store is read.
 *
 * One record per device, `enrolment/<name>`; a new token replaces the previous one. The record of an exchanged token
 * has no expiry and names the key, so that the key can be revoked by the device's name. The first request binds the
 * token to the secret claim of its folder: no other folder gets the key.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { EpochSecrets } from '../../core/config/config.ts'
import { AppError } from '../../core/errors.ts'
import { afterAnswer } from '../../core/http/after-answer.ts'
import type { Handlers } from '../../core/http/serve.ts'
import { catalogue, phrase } from '../../core/language/catalogue.ts'
import { phraseError } from '../../core/language/phrase-error.ts'
import {
  deriveSecret,
  enrolmentName,
  formatKeyid,
  readEnrolmentName,
  type Scope,
} from '../../core/signatures/keys.ts'
import { changeRevocation } from '../../core/signatures/revocations.ts'
import type { Store } from '../../core/store/store.ts'
import { jsonFormat, type Transition, update } from '../../core/store/update.ts'
import type { adminContract } from './contract.ts'
import type { Enrolment } from './stored-records.ts'

const ENROLMENTS = catalogue('enrolments', {
  inUse: {
    en: 'Cannot enrol "{name}": its token was used at {at} and gave "{keyid}"',
    ja: '「{name}」を登録できません。トークンは{at}に使用済みで、鍵「{keyid}」が発行されています',
  },
})

/** The beginning of the keys of enrolments. One becomes open work when a second folder uses its token. */
export const ENROLMENT_PREFIX = 'enrolment/'

/** The lifetime of a token in milliseconds. */
const LIFETIME = 7 * 86_400_000

/** A record of another form counts as missing, so the next token replaces it. */
export const enrolmentFormat = jsonFormat({
  parse: async stored => (await import('./stored-records.ts')).enrolmentSchema.safeParse(stored).data,
})

/** Issues a token. It replaces an exchanged one only if `revoked` is the keyid of its key; else returns `current`. */
export function issueToken(
  id: string,
  { revoked }: { revoked?: string | undefined } = {},
): Transition<Enrolment | undefined, Enrolment> {
  return (current, now) => {
    if (current?.used && current.used.keyid !== revoked) return { keep: true, result: current }
    const enrolment = { id, expires: new Date(now + LIFETIME).toISOString() }
    return { write: enrolment, ttl: LIFETIME, result: enrolment }
  }
}

/** How an exchange ended. `over`: the token has expired or was replaced. `taken`: another claim had exchanged it. */
export type Exchange = 'given' | 'over' | 'taken'

/**
 * Exchanges a token. The first claim gets the key, even if it repeats the exchange. Then the record is written again,
 * because the first write may not have reached a replica. Another claim gets no key, and marks the record as open.
 */
export function exchangeToken(of: {
  id: string
  claim: string
  keyid: string
}): Transition<Enrolment | undefined, Exchange> {
  const { id, claim, keyid } = of
  return (current, now) => {
    if (current?.id !== id) return { keep: true, result: 'over' }
    const { used, again } = current
    const at = new Date(now).toISOString()
    if (used && used.claim !== claim) {
      if (again !== undefined) return { keep: true, result: 'taken' }
      return { write: { ...current, again: at }, open: true, result: 'taken' }
    }
    if (Date.parse(current.expires) <= now) return { keep: true, result: 'over' }
    if (used) return { write: current, open: again !== undefined, result: 'given' }
    return { write: { ...current, used: { claim, keyid, at } }, result: 'given' }
  }
}

export interface EnrolmentDeps {
  readonly store: () => Store
  /** The secrets of the epochs, the newest first. */
  readonly secrets: () => EpochSecrets
  readonly revoked: () => Promise<ReadonlySet<string>>
  /** Notifies people of the open enrolments; never rejects. */
  readonly notify: () => Promise<void>
}

type EnrolmentHandlers = Handlers<typeof adminContract, 'enrol' | 'exchangeToken'>

export function enrolmentHandlers(deps: EnrolmentDeps): EnrolmentHandlers {
  return {
    async enrol({ body: { name, force }, caller }) {
      const before = (await read(name, deps))?.used
      if (before && !force) throw inUse(name, before)
      const replaced = before && (await revokeReplaced(before, caller.name, deps))
      const id = randomBytes(8).toString('hex')
      const { expires, used } = await changeEnrolment(name, issueToken(id, { revoked: before?.keyid }), deps)
      if (used) throw inUse(name, used)
      const { keyid: device } = keyOf({ name, id, scope: 'device' }, deps)
      const token = keyOf({ name, id, scope: 'enrol' }, deps)
      return { ...token, expires, device, ...(replaced && { replaced }) }
    },
    async exchangeToken({ body, caller }) {
      const enrolment = readEnrolmentName(caller.name)
      if (!enrolment) throw refused(caller.name, 'over')
      const { device: name, id } = enrolment
      const device = keyOf({ name, id, scope: 'device' }, deps)
      await refuseRevoked(name, device.keyid, deps)
      const claim = createHash('sha256').update(body.claim).digest('hex')
      const transition = exchangeToken({ id, claim, keyid: device.keyid })
      const exchange = await changeEnrolment(name, transition, deps)
      if (exchange === 'taken') await afterAnswer(deps.notify())
      if (exchange !== 'given') throw refused(name, exchange)
      return device
    },
  }
}

/** Changes a record durably: a failover must neither lose an issued token nor make a spent one valid again. */
function changeEnrolment<R>(
  name: string,
  transition: Transition<Enrolment | undefined, R>,
  { store }: Pick<EnrolmentDeps, 'store'>,
): Promise<R> {
  const key = ENROLMENT_PREFIX + name
  return update(store(), { key, format: enrolmentFormat, transition }, { durable: true })
}

async function read(name: string, { store }: Pick<EnrolmentDeps, 'store'>): Promise<Enrolment | undefined> {
  const { record } = await store().read(ENROLMENT_PREFIX + name)
  return record && (await enrolmentFormat.parse(record.value))
}

async function revokeReplaced(
  { keyid, at }: NonNullable<Enrolment['used']>,
  by: string,
  { store }: Pick<EnrolmentDeps, 'store'>,
) {
  const revocation = await changeRevocation(store(), { keyid, state: 'revoked', by })
  return { keyid, at, revoked: revocation.at }
}

/** The key of the device's last enrolment, even if its token was not exchanged yet. */
export async function keyOfDevice(
  name: string,
  deps: Pick<EnrolmentDeps, 'store' | 'secrets'>,
): Promise<string | undefined> {
  const enrolment = await read(name, deps)
  return (
    enrolment?.used?.keyid ?? (enrolment && keyOf({ name, id: enrolment.id, scope: 'device' }, deps).keyid)
  )
}

function keyOf(
  { name, id, scope }: { name: string; id: string; scope: Scope },
  { secrets }: Pick<EnrolmentDeps, 'secrets'>,
) {
  const [newest] = secrets()
  const keyid = formatKeyid({ name: enrolmentName(name, id), scopes: [scope], epoch: newest.epoch })
  return { keyid, secret: deriveSecret(newest.secret, keyid).toString('base64url') }
}

async function refuseRevoked(name: string, keyid: string, { revoked }: EnrolmentDeps): Promise<void> {
  if (!(await revoked()).has(keyid)) return
  throw new AppError('key_revoked', `Cannot enrol "${name}": its key "${keyid}" is revoked`, {
    hint: `ask the operator for a new folder: kura enrol ${name} --force`,
  })
}

function inUse(name: string, { keyid, at }: NonNullable<Enrolment['used']>): AppError {
  return phraseError('conflict', phrase(ENROLMENTS.inUse, { name, at, keyid }), {
    hint: `kura enrol ${name} --force revokes that key and makes another; for another device, choose another name`,
  })
}

function refused(name: string, exchange: Exclude<Exchange, 'given'>): AppError {
  if (exchange === 'over') {
    const state = 'its token has expired, or a newer one has replaced it'
    return new AppError('not_found', `Cannot enrol "${name}": ${state}`, {
      hint: `ask the operator for a new folder: kura enrol ${name}`,
    })
  }
  return new AppError('conflict', `Cannot enrol "${name}": another copy of its folder was used first`, {
    hint: `if that was not you, the operator must run kura enrol ${name} --force: it revokes the key that the other copy got`,
  })
}
