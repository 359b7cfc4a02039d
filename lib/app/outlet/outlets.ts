import { AppError, failureOf, hasCode } from '../../core/errors.ts'
import type { Trace } from '../../core/http/trace.ts'
import type { NoticeOf } from '../../core/language/open-item.ts'
import type { SendReport } from '../../services/chat/acts/once.ts'
import { escapeMarkup } from '../../services/chat/remote/markup.ts'
import { MESSAGE_CAP } from '../../services/chat/remote/message.ts'
import type { Outlet, Sent } from '../../services/notices/notices.ts'
import type { OutletName } from '../../services/notices/stored-records.ts'
import type { outletItems } from '../../services/notices/words.ts'
import type { Core } from '../core.ts'
import { postsOf } from './chat-service.ts'
import { webhookOutlet } from './webhook.ts'

/** An outlet with an invalid setting stays in the list with its fault, so that a run reports that nothing was sent. */
export function outletsOf(trace: Trace | undefined, core: Core): Outlet[] {
  const outlets = [
    ...outletOr('chat', () => chatOutlet(trace, core), core),
    ...outletOr('webhook', () => webhookOutlet(core), core),
  ]
  return outlets.some(({ fault }) => fault === undefined) ? outlets : [logOutlet(core), ...outlets]
}

function outletOr(name: OutletName, open: () => Outlet | undefined, { log }: Core): Outlet[] {
  try {
    const outlet = open()
    return outlet === undefined ? [] : [outlet]
  } catch (error) {
    if (hasCode(error, 'settings_missing')) return []
    if (!(error instanceof AppError) || error.code !== 'settings_invalid') throw error
    const fault = error.message
    log(JSON.stringify({ event: 'notices', outlet: name, why: fault }))
    return [{ name, cap: MESSAGE_CAP, fault, send: async () => ({ state: 'not_sent', reason: fault }) }]
  }
}

/** Returns the notices about outlets with an invalid setting. The other outlets send them. */
export function outletNotices({ config }: Core): NoticeOf<typeof outletItems>[] {
  const settings = { chat: () => config.chat(), webhook: () => config.noticesWebhook() }
  return (['chat', 'webhook'] as const)
    .filter(outlet => isInvalid(settings[outlet]))
    .map(outlet => ({ key: `outlet/${outlet}`, step: 'invalid', kind: 'outlet_invalid', facts: { outlet } }))
}

function isInvalid(section: () => unknown): boolean {
  try {
    section()
    return false
  } catch (error) {
    return hasCode(error, 'settings_invalid')
  }
}

function logOutlet({ log }: Core): Outlet {
  return {
    name: 'log',
    cap: MESSAGE_CAP,
    async send({ about, kind, steps, text }) {
      log(JSON.stringify({ event: 'notice', about, kind, keys: Object.keys(steps), text }))
      return { state: 'sent' }
    },
  }
}

/** Returns undefined if no channel is set. @throws AppError `settings_invalid`, `settings_missing` */
function chatOutlet(trace: Trace | undefined, core: Core): Outlet | undefined {
  const channel = core.config.chat().noticesChannelId
  if (channel === undefined) return undefined
  const posts = postsOf(core, trace)
  return {
    name: 'chat',
    cap: MESSAGE_CAP,
    foreign: escapeMarkup,
    async send({ name, text }) {
      try {
        // the channel is part of the case's name, so that a message of unknown outcome in an old channel does not delay
        // the messages in a new channel
        return sentOf(
          await posts.post({ caseName: `${name}/${channel}`, channel, text, quotes: true, by: 'notices' }),
        )
      } catch (error) {
        // unless the store has failed, nothing was sent, because the chat throws every other error before it sends
        if (!(error instanceof AppError) || error.code === 'store_unavailable') throw error
        return { state: 'not_sent', reason: failureOf(error) }
      }
    },
  }
}

function sentOf(report: SendReport<unknown>): Sent {
  if (report.state === 'done') return { state: 'sent' }
  const isCertain =
    report.state !== 'unknown' && report.state !== 'in_progress' && report.state !== 'conflict'
  return { state: isCertain ? 'not_sent' : 'unknown', reason: report.reason }
}
