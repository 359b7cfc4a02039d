import { requestFor } from '../../../core/http/client.ts'
import { type Html, html, type Piece } from '../../../core/http/html.ts'
import { formatOf } from '../../../core/language/format.ts'
import { sayIn, textOf } from '../../../core/language/text.ts'
import { chatContract, type DeliverySummary } from '../../../services/chat/contract.ts'
import { reachedRows, unreachedRows, unusedChannel } from '../../../services/chat/delivery/rows.ts'
import { STATES, WAYS } from '../../../services/chat/delivery/words.ts'
import { approvalForm, itemOf } from '../../approvals/form.ts'
import { clientOf } from '../../client.ts'
import { deliveryPage } from '../../frame/addresses.ts'
import { listTable, textsIn } from '../../frame/lists.ts'
import { box, facts } from '../../frame/parts.ts'
import { PASSKEY_SCRIPT } from '../../frame/script.ts'
import type { PersonCall, ShownPage, View } from '../../page.ts'
import { isChatDown, messageCards, nameOf } from './parts.ts'
import { MESSAGES_WORDS as WORDS } from './words.ts'

/** @throws AppError `not_found`, and the errors of the endpoints */
export async function showDelivery(name: string, call: PersonCall): Promise<ShownPage> {
  const client = clientOf(chatContract, call)
  const summary = await client.summary({ params: { name } })
  return summaryPage(summary, summary.complete ? '' : await goOn(summary, call), call.view)
}

/** The form that sends the message to the others; no person gets it twice. Empty if the reader may not send now. */
async function goOn({ name, unreached }: DeliverySummary, call: PersonCall): Promise<Piece> {
  const say = sayIn(call.view.locale)
  if (!call.view.session.scopes.includes('chat.send')) return ''
  const client = clientOf(chatContract, call)
  const run = await client.deliver({ body: { name } }).catch((error: unknown) => {
    if (isChatDown(error)) return undefined
    throw error
  })
  if (!run || !('mode' in run)) return ''
  const asked = requestFor(chatContract, 'deliver', { body: { name, sends: run.sends }, mode: 'write' })
  const button = { label: say(WORDS.goOn), back: deliveryPage(name) }
  const left = run.way === 'direct_messages' ? { ...run, people: unreached } : run
  return html`<h2>${say(WORDS.left)}</h2><p>${say(WORDS.toGoOn)}</p>${messageCards(left, say)}${await approvalForm([itemOf(asked, call.core)], button, call)}`
}

export function summaryPage(summary: DeliverySummary, form: Piece, view: View): ShownPage {
  const say = sayIn(view.locale)
  const { name, way, by, at } = summary
  return {
    title: name,
    ...(form !== '' && { script: PASSKEY_SCRIPT }),
    body: html`${facts([
      [say(WORDS.way), say(WAYS[way])],
      [say(WORDS.by), nameOf(by)],
      [say(WORDS.at), formatOf(view.locale).time(Date.parse(at))],
    ])}${textsIn(unusedChannel(summary), view.locale).map(remark => box('warn', remark))}${recipients(summary, view)}${form}
<p><a href="/console/messages">${say(WORDS.back)}</a></p>`,
  }
}

/** The table of recipients. People who do not have the message come first. */
function recipients(summary: DeliverySummary, { locale }: View): Html {
  const say = sayIn(locale)
  const heads = [WORDS.person, WORDS.state, WORDS.answer].map(head => say(head))
  const unreached = unreachedRows(summary).map(({ label, state, remark }): Piece[] => [
    textOf(label, locale),
    html`<span class="${state === 'refused' || state === 'unknown' ? 'bad' : 'warn'}">${say(STATES[state])}</span><br><small>${textOf(remark, locale)}</small>`,
    '',
  ])
  const reached = reachedRows(summary).map(({ label, state, remark }): Piece[] => [
    textOf(label, locale),
    html`<span class="good">${say(STATES[state])}</span>`,
    textOf(remark, locale),
  ])
  return listTable(heads, [...unreached, ...reached])
}
