import type { Config } from '../../core/config/config.ts'
import type { SectionFaults } from '../../core/config/faults.ts'
import { failureOf, hasCode } from '../../core/errors.ts'
import type { ReplyOf } from '../../core/http/contract.ts'
import type { Handlers } from '../../core/http/serve.ts'
import { catalogue, phrase } from '../../core/language/catalogue.ts'
import { saidReason } from '../../core/language/text.ts'
import { readEviction } from '../../core/store/eviction.ts'
import { changedSettings, recordSettings } from '../../services/activity/settings-seen.ts'
import type { adminContract } from '../../services/admin/contract.ts'
import { tokensOf } from '../accounting-access.ts'
import type { Core } from '../core.ts'
import { deploymentFaults } from './deployment-faults.ts'

const WORDS = catalogue('settings.approvers', {
  twoPeople: {
    en: 'KURA_APPROVE_ABOVE needs two people who can approve on the console, found {people}',
    ja: '設定「KURA_APPROVE_ABOVE」には、コンソールで承認できる人が2人必要です（現在{people}人）',
  },
})

type Health = ReplyOf<typeof adminContract, 'health'>
type Recorder = Handlers<typeof adminContract, 'recordSettings'>['recordSettings']

/** `approvers` names the people who can approve. A part that cannot be read is absent, or its error is in its place. */
export async function readHealth(core: Core, approvers: () => Promise<readonly string[]>): Promise<Health> {
  const { config, env, now } = core
  const [store, token, settingsSeen] = await Promise.all([
    storeHealth(core),
    tokenHealth(core),
    settingsHealth(core),
  ])
  const channel = noticesChannelOf(config)
  return {
    ...config.running,
    node: process.versions.node,
    deployment: config.deployment,
    time: new Date(now()).toISOString(),
    settings: [...deploymentFaults(env), ...(await approverFaults(config, approvers))].map(faults => ({
      ...faults,
      missing: [...faults.missing],
      invalid: faults.invalid.map(saidReason),
    })),
    store,
    ...(token && { token }),
    ...(settingsSeen && { settingsSeen }),
    ...(channel !== undefined && { noticesChannel: channel }),
  }
}

async function approverFaults(
  config: Core['config'],
  approvers: () => Promise<readonly string[]>,
): Promise<SectionFaults[]> {
  try {
    if (config.approveAbove() === undefined) return []
    const { length: people } = await approvers()
    if (people >= 2) return []
    return [{ section: 'approveAbove', missing: [], invalid: [phrase(WORDS.twoPeople, { people })] }]
  } catch {
    // an invalid value is reported as a fault of the settings, a store that does not answer as a fault of the store
    return []
  }
}

/** How often the store is read. The first read opens the connection, so its time does not count. */
const READS = 4

async function storeHealth({ config, store, clock }: Core): Promise<Health['store']> {
  try {
    const settings = config.store()
    const times: number[] = []
    for (let read = 0; read < READS; read++) {
      const began = clock()
      await store().read('store/durability')
      times.push(clock() - began)
    }
    const [, ...counted] = times
    const milliseconds = Math.round(counted.sort((one, other) => one - other)[1] ?? 0)
    const eviction = await readEviction(settings).catch(() => undefined)
    return { kind: settings.kind, milliseconds, ...(eviction && { eviction }) }
  } catch (error) {
    return { problem: saidReason(failureOf(error)) }
  }
}

/** Returns undefined if the store cannot be read. */
async function settingsHealth({ env, store }: Core): Promise<Health['settingsSeen']> {
  try {
    const { added, changed, removed, ...seen } = await changedSettings(env, store())
    return { added: [...added], changed: [...changed], removed: [...removed], ...seen }
  } catch {
    return undefined
  }
}

/** Records the settings. The activity log's entry of the call names those that have changed. */
export function settingsRecorder({ env, store }: Core): Recorder {
  return async ({ caller, trace }) => {
    const { added, changed, removed } = await recordSettings({ env, by: caller.keyid }, store())
    for (const [kind, names] of Object.entries({ added, changed, removed }))
      for (const name of names) trace.note(name, kind)
    return { added: [...added], changed: [...changed], removed: [...removed] }
  }
}

/** Returns undefined if the accounting service is not set up. */
async function tokenHealth(core: Core): Promise<Health['token']> {
  if (!core.env['ACCOUNTING_CLIENT_ID']) return undefined
  try {
    const status = await tokensOf(core, { name: 'health', mayRefresh: false })().status()
    const { state, reason, obstacle, refresh } = status
    return {
      state,
      ...(reason && { reason: saidReason(reason) }),
      ...(obstacle && { obstacle }),
      ...(refresh && { daysLeft: refresh.lifetimeDays - refresh.ageDays }),
    }
  } catch (error) {
    return { state: 'unreadable', reason: saidReason(failureOf(error)) }
  }
}

function noticesChannelOf(config: Config): string | undefined {
  try {
    return config.chat().noticesChannelId
  } catch (error) {
    if (hasCode(error, 'settings_missing', 'settings_invalid')) return undefined
    throw error
  }
}
