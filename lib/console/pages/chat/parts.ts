import { hasCode } from '../../../core/errors.ts'
import { type Html, html } from '../../../core/http/html.ts'
import type { Say } from '../../../core/language/text.ts'
import type { DeliveryDryRun } from '../../../services/chat/contract.ts'
import { DELIVERY, WAYS } from '../../../services/chat/delivery/words.ts'
import { MESSAGES_WORDS as WORDS } from './words.ts'

/** Whether the error says that the chat platform cannot be used now. If so, the page shows stored records only. */
export function isChatDown(error: unknown): boolean {
  return hasCode(
    error,
    'remote_unreachable',
    'remote_silent',
    'remote_answer',
    'remote_refused',
    'limited',
    'permission_missing',
    'conflict',
    'not_found',
  )
}

/** The text for each person, as that person gets it; for a channel, there is one text. */
export function messageCards(run: DeliveryDryRun, say: Say): Html {
  return html`${addressees(run, say).map(
    ([title, way]) =>
      html`<section class="card"><h3>${title}</h3><p><span class="tag">${way}</span></p>${textOfMessage(run.text)}</section>`,
  )}`
}

function addressees({ way, people, channel = '', channelName }: DeliveryDryRun, say: Say) {
  const by = say(WAYS[way])
  if (way === 'channel') return [[say(WORDS.toChannel, { channel }), by] as const]
  const where = channelName === undefined ? by : say(DELIVERY.toPrivate, { channel: channelName })
  return people.map(({ label }) => [label, where] as const)
}

/** A text with its line breaks, escaped. */
export function textOfMessage(text: string): Html {
  return html`<pre>${text.split('\n').map(line => html`${line}<br>`)}</pre>`
}

/** The name of the sender, without the digest of the approval. */
export function nameOf(by: string): string {
  return by.replace(/ \(approval [0-9a-f]+\)$/, '')
}
