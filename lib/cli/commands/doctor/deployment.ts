import { SERVICES } from '../../../app/contracts/services.ts'
import { deploymentFaults } from '../../../app/health/deployment-faults.ts'
import type { SectionFaults } from '../../../core/config/faults.ts'
import type { ReplyOf } from '../../../core/http/contract.ts'
import { RUNNING_HEADER } from '../../../core/http/handler.ts'
import { english } from '../../../core/language/text.ts'
import { SCOPES } from '../../../core/signatures/keys.ts'
import { openStore } from '../../../core/store/open.ts'
import { adminContract } from '../../../services/admin/contract.ts'
import { operatorClient, operatorFetch } from '../../operator/client.ts'
import { HOST_FILE, readRegion } from '../setup/host-region.ts'
import { type Check, ok, type Row, unknown, wrong } from './row.ts'

export type Health = ReplyOf<typeof adminContract, 'health'>

/** If a read of the store takes more milliseconds than this, the store is probably in another region. */
const SLOW_STORE = 50
/** If the refresh token has fewer days left than this, a row warns of it. */
const SHORT_TOKEN = 14

/** Reports only invalid settings, because a setting that is missing here may still be set at the host. */
const ownSettings: Check = {
  name: 'settings here',
  async run({ context }) {
    const faults = deploymentFaults(context.env).map(({ section, invalid }) => ({
      section,
      invalid: invalid.map(english),
      missing: [],
    }))
    return settingRows('settings here', faults, 'correct them in the environment or in .env')
  },
}

const STORE_SETTINGS = [
  'UPSTASH_REDIS_REST_URL',
  'UPSTASH_REDIS_REST_TOKEN',
  'KV_REST_API_URL',
  'KV_REST_API_TOKEN',
]

const ownStore: Check = {
  name: 'store here',
  async run({ context }) {
    const { env, config } = context
    if (!STORE_SETTINGS.some(name => env[name])) return []
    const store = await openStore(config.store())
    try {
      const began = performance.now()
      await store.read('store/durability')
      return [ok('store here', `a read takes ${Math.round(performance.now() - began)} ms from this machine`)]
    } finally {
      await store.close()
    }
  },
}

const hostHealth: Check = {
  name: 'settings',
  async run(deps) {
    const admin = await operatorClient(adminContract, { key: deps.key, scopes: ['admin'] }, deps.context)
    const health = await admin.health()
    const { durability } = await admin.store()
    const seen = health.settingsSeen
    if (seen && isChanged(seen) && health.deployment !== 'preview') await admin.recordSettings()
    return [
      ...settingRows(
        'settings',
        health.settings.map(faults => ({ ...faults, invalid: faults.invalid.map(({ text }) => text) })),
        'set them in the environment of the host, and deploy again',
      ),
      ...(seen ? [seenRow(seen)] : []),
      ...regionRows(health, readRegion(deps.context.cwd)),
      ...storeRows(health, durability),
      tokenRow(health),
    ]
  },
}

/** The hint about previews. A person must not set VERCEL_ENV, because then previews would count as production too. */
const LEAVE_TO_HOST = 'tick that box, deploy again, and leave VERCEL_ENV to the host'

interface Faults extends Omit<SectionFaults, 'invalid'> {
  readonly invalid: readonly string[]
}

export function settingRows(check: string, faults: readonly Faults[], mend: string): Row[] {
  const rows = faults.flatMap(({ section, missing, invalid }) => [
    ...(missing.length > 0 ? [wrong(check, `${section}: ${missing.join(', ')} not set`, mend)] : []),
    ...invalid.map(sentence => wrong(check, sentence, section === 'hosting' ? LEAVE_TO_HOST : mend)),
  ])
  return rows.length > 0 ? rows : [ok(check, 'all can be used')]
}

type Seen = NonNullable<Health['settingsSeen']>

function isChanged({ added, changed, removed }: Seen): boolean {
  return added.length + changed.length + removed.length > 0
}

/** Returns the row about changes since the settings were last recorded. The activity log has these changes too. */
export function seenRow(seen: Seen): Row {
  const { at, added, changed, removed } = seen
  const name = 'settings seen'
  if (at === undefined) return ok(name, `${added.length}, for the first time`)
  if (!isChanged(seen)) return ok(name, `unchanged since ${at}`)
  const kinds = Object.entries({ added, changed, removed }).filter(([, names]) => names.length > 0)
  const found = kinds.map(([kind, names]) => `${kind} ${names.join(', ')}`)
  return ok(name, `since ${at}: ${found.join('; ')}`)
}

/** Returns no row for the local host, or if the host's region or the project's region is not known. */
export function regionRows(
  { deployment, region }: Pick<Health, 'deployment' | 'region'>,
  named: string | undefined,
): Row[] {
  if (deployment === 'local' || region === undefined || named === undefined) return []
  if (region === named) return [ok('region', `${region}, as ${HOST_FILE} has it`)]
  return [
    wrong(
      'region',
      `the functions run in ${region}, and ${HOST_FILE} names ${named}`,
      'deploy again, and keep the database in the same place; kura setup writes the region',
    ),
  ]
}

export function storeRows(
  { store, deployment, region }: Pick<Health, 'store' | 'deployment' | 'region'>,
  durability: ReplyOf<typeof adminContract, 'store'>['durability'],
): Row[] {
  const { kind, milliseconds = 0, eviction, problem } = store
  if (problem !== undefined)
    return [wrong('store', problem.text, 'check the address and the token of the database')]
  if (kind === 'embedded') return [ok('store', 'a file on the machine of the local host')]
  const place = region ? `, asked from ${region}` : ''
  const slow = milliseconds > SLOW_STORE && deployment !== 'local'
  return [
    slow
      ? wrong(
          'store',
          `a read takes ${milliseconds} ms${place}: too long for a database in the same region`,
          'put the database and the functions in the same region',
        )
      : ok('store', `a read takes ${milliseconds} ms${place}`),
    evictionRow(eviction),
    durabilityRow(durability),
  ]
}

function evictionRow(eviction: string | undefined): Row {
  if (eviction === 'noeviction') return ok('eviction', 'off')
  const mend = "switch eviction off on the database's page: an evicted record is a lost claim or credential"
  if (eviction === undefined) return unknown('eviction', 'the database does not tell', mend)
  return wrong('eviction', `the database evicts: ${eviction}`, mend)
}

function durabilityRow(durability: { confirmed: boolean; since: string } | undefined): Row {
  if (durability?.confirmed) return ok('durability', 'a replica confirms what must happen once')
  const mend = 'use a database with a replica; a failover may undo the last writes'
  if (!durability)
    return unknown(
      'durability',
      'nothing that must happen once was written yet',
      'run kura doctor again after the first deal, order or message',
    )
  return wrong('durability', `no replica has confirmed a write since ${durability.since}`, mend)
}

export function tokenRow({ token }: Pick<Health, 'token'>): Row {
  if (!token) return ok('token', 'accounting is not set up')
  const { state, reason, obstacle, daysLeft } = token
  const mend =
    'press "Authorize the books" on the page Connections of the console, or run kura accounting authorize'
  const why = [obstacle, reason?.text].filter(Boolean).join(', ')
  if (obstacle !== undefined || ['unauthorized', 'reauthorize', 'unreadable'].includes(state))
    return wrong('token', why ? `${state}: ${why}` : state, mend)
  if (daysLeft !== undefined && daysLeft < SHORT_TOKEN)
    return wrong(
      'token',
      `${state}, but too old in ${daysLeft} days`,
      'check that the cron job refresh runs, or authorize again',
    )
  if (state === 'paused' || state === 'interrupted')
    return unknown('token', why ? `${state}: ${why}` : state, 'run kura doctor again in some minutes')
  return ok('token', daysLeft === undefined ? state : `${state}, good for ${daysLeft} days`)
}

/** The functions to ask. The cron function is left out, because only the host calls it. */
const FUNCTIONS = SERVICES.filter(({ security, function: host }) => security === 'kura-v1' && !host).map(
  ({ name }) => name,
)

const functions: Check = {
  name: 'functions',
  async run(deps) {
    const send = await operatorFetch({ key: deps.key, scopes: SCOPES }, deps.context)
    const answers = []
    for (const name of FUNCTIONS) {
      // no endpoint has this path, so the reply is a 404 or a 403; its header names the version and the region
      const { status, headers } = await send({ method: 'GET', path: `/api/${name}/doctor` })
      answers.push({ name, status, running: headers.get(RUNNING_HEADER) ?? undefined })
    }
    return [functionsRow(answers)]
  },
}

interface FunctionAnswer {
  readonly name: string
  readonly status: number
  /** The version and the region of the function, which sends them only if it accepted the signature. */
  readonly running: string | undefined
}

export function functionsRow(answers: readonly FunctionAnswer[]): Row {
  const failing = answers.filter(({ status }) => status >= 500).map(({ name, status }) => `${name} ${status}`)
  if (failing.length > 0)
    return wrong('functions', `failing: ${failing.join(', ')}`, 'see the log of the host')
  const silent = answers.filter(({ running }) => running === undefined).map(({ name }) => name)
  if (silent.length > 0)
    return unknown(
      'functions',
      `${silent.join(', ')}: the version and the region are not known`,
      'issue a key for this deployment, or deploy the current kura',
    )
  const kinds = [...new Set(answers.map(({ running }) => running))]
  if (kinds.length === 1) return ok('functions', `all ${answers.length} run version ${kinds[0]}`)
  const found = answers.map(({ name, running }) => `${name} ${running}`).join(', ')
  return wrong('functions', `they differ: ${found}`, 'deploy again, with one region in vercel.json')
}

export const OWN_CHECKS: readonly Check[] = [ownSettings, ownStore]

export const DEPLOYMENT_CHECKS: readonly Check[] = [ownSettings, hostHealth, functions]
