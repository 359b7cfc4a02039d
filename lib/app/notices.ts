/**
 * The notices with what they depend on: every owner's rule, and the outlet. An owner that is not set up is left out, and
 * its notices stay as they are. Without a chat configuration the log is the outlet, and the command line lists them.
 */
import { registeredDeal } from '../accounting/deals/schema.ts'
import { accountingNotices, readAccountingState } from '../accounting/notices.ts'
import { chatClaims } from '../chat/claims.ts'
import { chatNotices, readChatState } from '../chat/notices.ts'
import { MESSAGE_CAP } from '../chat/remote/message.ts'
import { clip } from '../chat/status/clip.ts'
import { createClaims } from '../claims/claims.ts'
import { distributionNotices } from '../distribution/notices.ts'
import { hasCode, messageOf } from '../errors.ts'
import { exposureNotices, readFindings } from '../exposure/stored-finding.ts'
import type { Trace } from '../http/trace.ts'
import type { NoticeRule } from '../notices/notice.ts'
import { createNotices, type Notices, type NoticesRun, type Outlet } from '../notices/notices.ts'
import { tokenNotices } from '../tokens/notices.ts'
import { chatOf } from './chat-service.ts'
import type { Core } from './core.ts'
import { distributionOf } from './distribution.ts'
import { noticesChannelOf } from './outlet/channel.ts'
import { registrarOf } from './registrar.ts'
import { tokensOf } from './tokens.ts'

/** Every owner's rule. */
function rulesOf(core: Core): NoticeRule[] {
  const { config, now, store } = core
  const distribution = distributionOf(core)
  const tokens = tokensOf(core, { name: 'notices' })
  const registrar = registrarOf(core)
  const mayStore = config.deployment !== 'preview'
  const claims = () =>
    createClaims({
      store: store(),
      kind: 'deal',
      parseResult: stored => registeredDeal.parse(stored),
      mayStore,
    })
  return [
    {
      owner: 'distribution',
      async read() {
        const [current, devices] = await Promise.all([currentOrNone(), distribution().devices()])
        return distributionNotices({ current, devices }, now())
      },
    },
    { owner: 'exposure', read: async () => exposureNotices(await readFindings(store())) },
    { owner: 'tokens', read: async () => tokenNotices(await tokens().status(), now()) },
    {
      owner: 'accounting',
      read: async () =>
        accountingNotices(await readAccountingState({ claims: claims(), store: store() }), now()),
    },
    { owner: 'registrar', read: () => registrar().notices() },
    {
      owner: 'chat',
      read: async () => chatNotices(await readChatState(chatClaims({ store: store(), mayStore }))),
    },
  ].filter(({ owner }) => isSetUp(owner, core))

  async function currentOrNone() {
    try {
      return await distribution().current()
    } catch (error) {
      if (hasCode(error, 'release_missing')) return undefined
      throw error
    }
  }
}

/** An owner is not set up only if a setting is missing; an invalid setting is a failure to report. */
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

/** The notices for one request. */
export function noticesOf(core: Core): (trace?: Trace) => Notices {
  return trace =>
    createNotices({
      store: core.store(),
      rules: rulesOf(core),
      outlet: () => outletOf(trace, core),
      mayStore: core.config.deployment !== 'preview',
    })
}

/** Sends the notices that are due and logs those that cannot be sent, as the daily run does. @throws AppError `store_unavailable` */
export async function noticesDue(trace: Trace | undefined, core: Core): Promise<NoticesRun> {
  await forgetStrays(trace, core)
  const run = await noticesOf(core)(trace).run()
  trace?.note('told', run.told)
  trace?.note('waiting', run.waiting.length)
  for (const { key, reason } of run.waiting)
    core.log(JSON.stringify({ event: 'notice', key, untold: reason }))
  for (const { owner, reason } of run.failed)
    core.log(JSON.stringify({ event: 'notice', owner, unasked: reason }))
  return run
}

/** What was twice at the platform and is not any more needs nobody; if that cannot be asked, its notice stays. */
async function forgetStrays(trace: Trace | undefined, core: Core): Promise<void> {
  if (!isPresent(() => core.config.chat())) return
  try {
    await chatOf(core)(trace).forgetStrays()
  } catch (error) {
    core.log(JSON.stringify({ event: 'chat', unasked: messageOf(error) }))
  }
}

function outletOf(trace: Trace | undefined, core: Core): Outlet {
  const channel = noticesChannelOf(core)
  return channel === undefined ? logOutlet(core) : chatOutlet({ channel, trace }, core)
}

function logOutlet({ log }: Core): Outlet {
  return {
    name: 'log',
    async send({ key, step, text }) {
      log(JSON.stringify({ event: 'notice', key, step, text }))
      return { sent: true }
    },
  }
}

function chatOutlet({ channel, trace }: { channel: string; trace: Trace | undefined }, core: Core): Outlet {
  const chat = chatOf(core)(trace)
  return {
    name: 'chat',
    async send({ name, text }) {
      const report = await chat.post({
        // a message to another channel is another case: one that the old channel may have received delays nothing
        caseName: `${name}/${channel}`,
        channel,
        text: clip(text, MESSAGE_CAP),
        by: 'notices',
      })
      return report.state === 'done' ? { sent: true } : { sent: false, reason: report.reason }
    },
  }
}
