/**
 * The page of a delivery: who was reached and by which way, who has answered, and the button that continues the
 * delivery.
 */
import { requestFor } from '../../../../core/http/client.ts'
import { type Html, html, type Piece } from '../../../../core/http/html.ts'
import { formatOf } from '../../../../core/language/format.ts'
import { type ReasonMembers, reasonIn, sayIn, textOf } from '../../../../core/language/text.ts'
import { chatContract, type DeliverySummary } from '../../../../services/chat/contract.ts'
import { STATES, WAYS } from '../../../../services/chat/delivery/words.ts'
import { deliveryPage } from '../../../open-items/pages.ts'
import { approvalForm, itemOf } from '../../approvals/form.ts'
import { clientOf } from '../../client.ts'
import { listTable } from '../../frame/lists.ts'
import { box, facts } from '../../frame/parts.ts'
import { PASSKEY_SCRIPT } from '../../frame/script.ts'
import type { ShownPage, SignedInCall, View } from '../../page.ts'
import { isChatDown, messageCards, nameOf } from './parts.ts'
import { MESSAGES_WORDS as WORDS } from './words.ts'

type Call = Pick<SignedInCall, 'core' | 'view'>

/** Reads the answers and shows the delivery. @throws AppError `not_found` */
export async function showDelivery(name: string, call: Call): Promise<ShownPage> {
  const client = clientOf(chatContract, call)
  const summary = await client.summary({ params: { name } })
  return summaryPage(summary, summary.complete ? '' : await goOn(summary, call), call.view)
}

/**
 * The form that continues a delivery, below the text and the people who do not have it yet. No person gets it twice.
 */
async function goOn({ name, unreached }: DeliverySummary, call: Call): Promise<Piece> {
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
  return html`<h2>${say(WORDS.left)}</h2><p>${say(WORDS.toGoOn)}</p>${messageCards(left, say)}${await approvalForm([itemOf(asked)], button, call)}`
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
    ])}${whyNot(summary, view)}${recipients(summary, view)}${form}
<p><a href="/console/messages">${say(WORDS.back)}</a></p>`,
  }
}

/** Says why kura does not use the channel that was asked for. */
export function whyNot(
  { why, ...members }: Pick<DeliverySummary, 'why' | 'reasonId' | 'reasonValues'>,
  { locale }: View,
): Piece {
  const reason = reasonIn({ ...members, reason: why })
  return reason === undefined ? '' : box('warn', sayIn(locale)(WORDS.whyNot, { why: textOf(reason, locale) }))
}

function recipients(summary: DeliverySummary, view: View): Html {
  const say = sayIn(view.locale)
  const heads = [WORDS.person, WORDS.state, WORDS.answer].map(head => say(head))
  return listTable(heads, rowsOf(summary, view))
}

/** A row for each person, and for each recipient that is not a person. */
function rowsOf({ reached, unreached, answered, silent, unread }: DeliverySummary, view: View): Piece[][] {
  const say = sayIn(view.locale)
  const good = html`<span class="good">${say(WORDS.reached)}</span>`
  const reason = (members: ReasonMembers) => textOf(reasonIn(members) ?? '', view.locale)
  const awaited = new Set([...answered, ...silent, ...unread].map(({ id }) => id))
  return [
    ...unreached.map(({ label, state, ...why }): Piece[] => [
      label,
      html`<span class="${state === 'refused' || state === 'unknown' ? 'bad' : 'warn'}">${say(STATES[state])}</span><br><small>${reason(why)}</small>`,
      '',
    ]),
    ...answered.map(({ label, at }): Piece[] => [label, good, say(WORDS.answered, { at: Date.parse(at) })]),
    ...silent.map(({ label }): Piece[] => [label, good, say(WORDS.silent)]),
    ...unread.map(({ label, ...why }): Piece[] => [label, good, say(WORDS.unread, { reason: reason(why) })]),
    ...reached.filter(({ id }) => !awaited.has(id)).map(({ label }): Piece[] => [label, good, '']),
  ]
}
