import { draftNotices } from '../console/drafts/notices.ts'
import { passkeyNotices } from '../console/people/notices.ts'
import { hasCode, messageOf } from '../core/errors.ts'
import type { ReplyOf } from '../core/http/contract.ts'
import type { Trace } from '../core/http/trace.ts'
import { english, saidReason } from '../core/language/text.ts'
import { exposureNotices, readFindings } from '../exposure/stored-finding.ts'
import { accountingClaims } from '../services/accounting/claims.ts'
import { accountingNotices, readAccountingState } from '../services/accounting/notices.ts'
import { tokenNotices } from '../services/accounting/tokens/notices.ts'
import { wentBackNotices } from '../services/activity/gap.ts'
import type { adminContract } from '../services/admin/contract.ts'
import { enrolmentNotices } from '../services/admin/notices.ts'
import { chatClaims } from '../services/chat/acts/claims.ts'
import { chatNotices, readChatState } from '../services/chat/notices.ts'
import { distributionNotices } from '../services/distribution/notices.ts'
import { jobNotices } from '../services/notices/daily-jobs.ts'
import type { NoticeRule, Notices } from '../services/notices/notices.ts'
import type { Core } from './core.ts'
import { revokedKeys } from './open-items/devices.ts'
import { type Facts, factsOf, failedReply } from './open-items/facts.ts'
import { postsOf } from './outlet/chat-service.ts'
import { outletNotices } from './outlet/outlets.ts'
import { noticesWith, notifyBy } from './send-notices.ts'

type SendNotices = ReplyOf<typeof adminContract, 'sendNotices'>

function rulesOf(facts: Facts, core: Core): NoticeRule[] {
  const { config, now, store } = core
  const mayStore = config.deployment !== 'preview'
  return [
    {
      owner: 'distribution',
      async read() {
        const [current, devices] = await Promise.all([facts.release(), facts.devices()])
        return distributionNotices({ current, devices }, now())
      },
    },
    { owner: 'enrolments', read: () => enrolmentNotices(store(), () => revokedKeys(core)) },
    {
      owner: 'console',
      read: async () => (await Promise.all([passkeyNotices(core), draftNotices(store(), now())])).flat(),
    },
    { owner: 'exposure', read: async () => exposureNotices(await readFindings(store())) },
    { owner: 'tokens', read: async () => tokenNotices(await facts.token(), now()) },
    {
      owner: 'accounting',
      read: async () =>
        accountingNotices(
          await readAccountingState({ store: store(), ...accountingClaims({ store: store() }) }),
          now(),
        ),
    },
    { owner: 'registrar', read: async () => (await facts.purchases()).notices },
    { owner: 'activity', read: () => wentBackNotices(store()) },
    { owner: 'cron', read: async () => jobNotices(await facts.jobs(), now()) },
    { owner: 'outlets', read: async () => outletNotices(core) },
    {
      owner: 'chat',
      async read() {
        const stored = { store: store(), mayStore }
        return chatNotices(await readChatState({ ...stored, ...chatClaims(stored) }))
      },
    },
  ].filter(({ owner }) => isSetUp(owner, core))
}

/** Whether the owner's service is set up. An invalid setting counts too, so that the rule fails in the run's report. */
function isSetUp(owner: string, { config }: Core): boolean {
  const sections: Readonly<Record<string, () => unknown>> = {
    tokens: () => [config.accounting(), config.sealKeys()],
    registrar: () => config.registrar(),
  }
  return isPresent(sections[owner])
}

function isPresent(section: (() => unknown) | undefined): boolean {
  try {
    section?.()
    return true
  } catch (error) {
    return !hasCode(error, 'settings_missing')
  }
}

export function noticesOf(core: Core): (trace?: Trace) => Notices {
  return trace => noticesFrom(factsOf(core), core)(trace)
}

/** Does what `noticesOf` does, with facts that the caller uses too, so that each fact is read once. */
export function noticesFrom(facts: Facts, core: Core): (trace?: Trace) => Notices {
  return trace => noticesWith(rulesOf(facts, core), { trace }, core)
}

/**
 * Does the daily run of the notices, and logs which notices cannot be sent.
 * @throws AppError `store_unavailable`
 */
export async function noticesDue(trace: Trace | undefined, core: Core): Promise<SendNotices> {
  await forgetOrphans(trace, core)
  const run = await noticesOf(core)(trace).run()
  const waiting = run.outlets.flatMap(outlet =>
    outlet.waiting.map(entry => ({ outlet: outlet.outlet, ...entry })),
  )
  trace?.note(
    'sent',
    run.outlets.reduce((sum, { told }) => sum + told, 0),
  )
  trace?.note('waiting', waiting.length)
  for (const { outlet, keys, reason } of waiting)
    core.log(JSON.stringify({ event: 'notice', outlet, keys, unsent: english(reason) }))
  const failed = failedReply(run.failed)
  for (const { owner, reason } of failed)
    core.log(JSON.stringify({ event: 'notice', owner, unasked: reason }))
  const outlets = run.outlets.map(outlet => ({
    ...outlet,
    waiting: outlet.waiting.map(({ keys, reason }) => ({ keys, reason: saidReason(reason) })),
  }))
  return { ...run, outlets, failed }
}

/** Sends the notices of one service now, before the daily run. */
export async function notifyOf(only: 'exposure' | 'enrolments' | 'console', core: Core): Promise<void> {
  const rules = rulesOf(factsOf(core), core).filter(({ owner }) => owner === only)
  for (const rule of rules) await notifyBy(rule, core)
}

/** Forgets claims whose second copies are gone from the chat. If the platform does not answer, their notices stay. */
async function forgetOrphans(trace: Trace | undefined, core: Core): Promise<void> {
  if (!isPresent(() => core.config.chat())) return
  try {
    await postsOf(core, trace).forgetOrphans()
  } catch (error) {
    core.log(JSON.stringify({ event: 'chat', unasked: messageOf(error) }))
  }
}
