import { cronContract } from '../../../app/contracts/cron.ts'
import { hasCode } from '../../../core/errors.ts'
import type { ReplyOf } from '../../../core/http/contract.ts'
import { readPages } from '../../../core/http/pages.ts'
import { accountingContract } from '../../../services/accounting/contract.ts'
import { adminContract } from '../../../services/admin/contract.ts'
import { chatContract } from '../../../services/chat/contract.ts'
import type { RegistrarReply } from '../../../services/registrar/contract.ts'
import { checkContact } from '../../../services/registrar/remote/contact.ts'
import { operatorClient } from '../../operator/client.ts'
import { registrarClient } from '../registrar/client.ts'
import { readContact } from '../registrar/terms.ts'
import { type Check, type DoctorDeps, ok, type Row, unknown, wrong } from './row.ts'

type Device = ReplyOf<typeof adminContract, 'devices'>['devices'][number]

const DAY = 86_400_000
/** If a release or a root has fewer days left than this, it must be renewed. */
const SHORT_RELEASE = 14
/** A domain that always exists, so that the registrar can answer about it. */
const KNOWN_DOMAIN = 'example.com'

const adminOf = ({ key, context }: DoctorDeps) =>
  operatorClient(adminContract, { key, scopes: ['admin'] }, context)

const release: Check = {
  name: 'release',
  async run(deps) {
    const { version, expires, root } = await (await adminOf(deps)).release()
    const now = deps.context.now()
    return [
      expiryRow(`release ${version}`, {
        check: 'release',
        expires,
        mend: 'kura publish, commit and deploy',
        now,
      }),
      expiryRow(`root ${root.version}`, {
        check: 'root',
        expires: root.expires,
        mend: 'kura root rotate, then kura publish, commit and deploy',
        now,
      }),
    ]
  },
}

export function expiryRow(
  what: string,
  { check, expires, mend, now }: { check: string; expires: string; mend: string; now: number },
): Row {
  const days = Math.floor((Date.parse(expires) - now) / DAY)
  if (days < 0) return wrong(check, `${what} has expired`, mend)
  const found = `${what}, ${days} days left`
  return days < SHORT_RELEASE ? wrong(check, found, mend) : ok(check, found)
}

const devices: Check = {
  name: 'devices',
  async run(deps) {
    const admin = await adminOf(deps)
    const all: Device[] = []
    for await (const page of readPages(query => admin.devices({ query }))) all.push(...page.devices)
    return [devicesRow(all)]
  },
}

export function devicesRow(all: readonly Pick<Device, 'name' | 'behind' | 'silent' | 'whole'>[]): Row {
  if (all.length === 0) return ok('devices', 'none has reported yet')
  const late = all.filter(({ behind, silent, whole }) => behind || silent || !whole)
  if (late.length === 0) return ok('devices', `${all.length}, all with the current release`)
  const found = `${late.length} of ${all.length} behind, silent or not whole: ${late
    .slice(0, 5)
    .map(({ name }) => name)
    .join(', ')}${late.length > 5 ? ', …' : ''}`
  return wrong('devices', found, 'kura devices shows them; let them sync')
}

type Job = ReplyOf<typeof cronContract, 'health'>['jobs'][number]

const cron: Check = {
  name: 'cron jobs',
  async run({ key, context }) {
    if (context.development) return [ok('cron jobs', 'the local host runs none')]
    const client = await operatorClient(cronContract, { key, scopes: ['admin'] }, context)
    const { jobs, notices } = await client.health()
    return [...cronRows(jobs), noticesRow(notices)]
  },
}

export function cronRows(jobs: readonly Pick<Job, 'job' | 'state' | 'problems'>[]): Row[] {
  const mend = 'look at the cron jobs on the page of the project at the host, and at its log'
  const failing = jobs.filter(({ state }) => ['failed', 'stopped', 'silent'].includes(state))
  if (failing.length === 0) return [quietRow(jobs)]
  return failing.map(({ job, state, problems }) =>
    wrong('cron jobs', [`${job} ${state}`, ...problems.map(({ text }) => text)].join(': '), mend),
  )
}

function quietRow(jobs: readonly Pick<Job, 'job' | 'state'>[]): Row {
  // a job that has not run within 26 hours after it was first expected is `silent`, and no longer `never`
  const waiting = jobs.filter(({ state }) => state === 'never')
  if (waiting.length > 0)
    return ok('cron jobs', `${waiting.map(({ job }) => job).join(', ')}: first run within 26 hours`)
  return ok('cron jobs', `${jobs.length} ran within 26 hours`)
}

type Notices = ReplyOf<typeof cronContract, 'health'>['notices']

export function noticesRow({ open, untold, unsent }: Pick<Notices, 'open' | 'untold' | 'unsent'>): Row {
  const found = `${open} open, ${untold} not notified yet, ${unsent} messages of unknown outcome`
  return unsent > 0 ? wrong('notices', found, 'kura settle --kind message') : ok('notices', found)
}

/** Returns an `ok` row if the service is not set up, which is no fault. */
function ifSetUp(check: string, error: unknown): Row[] {
  if (hasCode(error, 'settings_missing')) return [ok(check, 'not set up')]
  throw error
}

const books: Check = {
  name: 'books',
  async run({ key, context }) {
    const api = await operatorClient(accountingContract, { key, scopes: ['accounting.read'] }, context)
    return api
      .companies()
      .then(({ companies }) => [ok('books', `the service answers: ${companies.length} companies`)])
      .catch(error => ifSetUp('books', error))
  },
}

const bots: Check = {
  name: 'bots',
  async run({ key, context }) {
    const { noticesChannel, settings } = await (await adminOf({ key, context, url: '' })).health()
    if (!settings.some(({ section }) => section === 'chat')) return [ok('bots', 'not set up')]
    if (noticesChannel === undefined)
      return [unknown('bots', 'notices go to the log alone', 'set CHAT_NOTICES_CHANNEL_ID')]
    const chat = await operatorClient(chatContract, { key, scopes: ['chat.send'] }, context)
    return [botsRow(await chat.checkChannel({ params: { channel: noticesChannel } }))]
  },
}

export function botsRow({ decision }: Pick<ReplyOf<typeof chatContract, 'checkChannel'>, 'decision'>): Row {
  if (decision.use === 'channel') return ok('bots', 'one may write to the channel of notices')
  return wrong('bots', decision.why.text, 'give a bot access and the permissions in that channel')
}

const domains: Check = {
  name: 'registrar',
  async run({ key, context }) {
    const registrar = await registrarClient({ ...(key !== undefined && { key }) }, context)
    const spending = await registrar.spending().catch(error => {
      if (hasCode(error, 'settings_missing')) return undefined
      throw error
    })
    if (!spending) return [ok('registrar', 'not set up')]
    await registrar.availability({ params: { domain: KNOWN_DOMAIN } })
    return [ok('registrar', 'it answers'), capsRow(spending)]
  },
}

export function capsRow({ purchases, caps }: Pick<RegistrarReply<'spending'>, 'purchases' | 'caps'>): Row {
  if (!purchases) return ok('caps', 'purchases are off')
  if (!caps) return wrong('caps', 'purchases are on without caps', 'set REGISTRAR_CAP_ORDER, _DAY and _MONTH')
  const dollars = [caps.order, caps.day, caps.month].map(cents => `US$${(cents / 100).toFixed(2)}`)
  return ok('caps', `${dollars[0]} an order, ${dollars[1]} a day, ${dollars[2]} a month`)
}

/** The rows show no value of the registrant's contact data. */
const contact: Check = {
  name: 'contact',
  async run({ contact: file, context }) {
    const data = await readContact({ ...(file !== undefined && { contact: file }) }, context)
    if (!data) return []
    const { missing, invalid, unknown: strange, complete } = checkContact(data)
    if (complete) return [ok('contact', `${file} is complete`)]
    const faults = [
      ...missing.map(field => `${field} is missing`),
      ...invalid.map(({ field, wanted }) => `${field}: expected ${wanted}`),
      ...strange.map(field => `${field} is not a field`),
    ]
    return [wrong('contact', faults.join('; '), `correct ${file}`)]
  },
}

export const WORK_CHECKS: readonly Check[] = [release, devices, cron, books, bots, domains, contact]
