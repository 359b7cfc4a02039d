/** The outlets of notices: the chat's channel, the webhook, or the log if there is neither. */

import { AppError, hasCode, messageOf } from '../../core/errors.ts'
import type { Trace } from '../../core/http/trace.ts'
import { english } from '../../core/language/text.ts'
import type { SendReport } from '../../services/chat/acts/once.ts'
import { escapeMarkup } from '../../services/chat/remote/markup.ts'
import { MESSAGE_CAP } from '../../services/chat/remote/message.ts'
import type { Outlet, Sent } from '../../services/notices/notices.ts'
import type { Core } from '../core.ts'
import { noticesChannelOf } from './channel.ts'
import { chatOf } from './chat-service.ts'
import { webhookOutlet } from './webhook.ts'

/** The outlets, at least one. An invalid setting silences only its own outlet, and is logged. */
export function outletsOf(trace: Trace | undefined, core: Core): Outlet[] {
  const channel = noticesChannelOf(core)
  const webhook = webhookOrNone(core)
  const outlets = [
    ...(channel === undefined ? [] : [chatOutlet({ channel, trace }, core)]),
    ...(webhook === undefined ? [] : [webhook]),
  ]
  return outlets.length > 0 ? outlets : [logOutlet(core)]
}

function webhookOrNone(core: Core): Outlet | undefined {
  try {
    return webhookOutlet(core)
  } catch (error) {
    if (!hasCode(error, 'settings_missing', 'settings_invalid')) throw error
    core.log(JSON.stringify({ event: 'notices', outlet: 'webhook', why: messageOf(error) }))
    return undefined
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

function chatOutlet({ channel, trace }: { channel: string; trace: Trace | undefined }, core: Core): Outlet {
  const chat = chatOf(core)(trace)
  return {
    name: 'chat',
    cap: MESSAGE_CAP,
    foreign: escapeMarkup,
    async send({ name, text }) {
      try {
        // the channel is part of the case, so that an unknown outcome in an old channel delays nothing in a new one
        return sentOf(
          await chat.post({ caseName: `${name}/${channel}`, channel, text, quotes: true, by: 'notices' }),
        )
      } catch (error) {
        // the chat rejects before it sends, unless the store fails
        if (!(error instanceof AppError) || error.code === 'store_unavailable') throw error
        return { state: 'not_sent', reason: error.message }
      }
    },
  }
}

function sentOf(report: SendReport<unknown>): Sent {
  if (report.state === 'done') return { state: 'sent' }
  const isCertain =
    report.state !== 'unknown' && report.state !== 'in_progress' && report.state !== 'conflict'
  return { state: isCertain ? 'not_sent' : 'unknown', reason: english(report.reason) }
}
