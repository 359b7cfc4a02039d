import { AppError, failureOf, hasCode } from '../../../core/errors.ts'
import { requestFor } from '../../../core/http/client.ts'
import type { BodyOf } from '../../../core/http/contract.ts'
import { type Html, html, type Piece } from '../../../core/http/html.ts'
import { type Say, sayIn, textOf } from '../../../core/language/text.ts'
import { type ChatContract, chatContract, type DeliveryDryRun } from '../../../services/chat/contract.ts'
import { deliveryName } from '../../../services/chat/contract-schemas.ts'
import { begunBefore, unusedChannel, unusedTokens } from '../../../services/chat/delivery/rows.ts'
import { DELIVERY } from '../../../services/chat/delivery/words.ts'
import { lengthOf, MESSAGE_CAP } from '../../../services/chat/remote/message.ts'
import { approvalForm, itemOf } from '../../approvals/form.ts'
import { clientOf } from '../../client.ts'
import { deliveryPage } from '../../frame/addresses.ts'
import { textsIn } from '../../frame/lists.ts'
import { box, type FieldFaults } from '../../frame/parts.ts'
import { PASSKEY_SCRIPT } from '../../frame/script.ts'
import type { Fields, PageAnswer, ShownPage, SignedInCall, View } from '../../page.ts'
import { type Entered, linesOf, orderForm, type Unclear, withPicks } from './order-form.ts'
import { isChatDown, messageCards } from './parts.ts'
import { listNamed, type PeopleList, readLists, saveList } from './people-lists.ts'
import { MESSAGES_WORDS as WORDS } from './words.ts'

type Order = BodyOf<ChatContract, 'deliver'>
type Call = SignedInCall<'changeMessages'>

/** Saves the recipients as a list if the form has a name for one. A wrong entry stays in its field. */
export async function changeMessages(call: Call): Promise<PageAnswer> {
  const { body, view } = call
  const say = sayIn(view.locale)
  const lists = await readLists(call)
  const fields = withList(withPicks(body), lists)
  const order = orderOf(fields)
  const faults = faultsOf(fields, say)
  if (Object.keys(faults).length > 0) return entryPage({ faults, fields, lists }, '', view)
  const run = await clientOf(chatContract, call).deliver({ body: order }).catch(unlessRefused)
  if (run instanceof AppError) return refusedPage(run, { fields, lists }, view)
  const saved = (fields['saveAs'] ?? '').trim()
  if (saved !== '') await saveList({ name: saved, people: order.people ?? [], channel: order.channel }, call)
  if (!('mode' in run)) throw new AppError('internal', `Cannot show the delivery "${order.name}"`)
  return previewPage(run, order.name, await sendForm(run, order, call), view)
}

/** Adds the people of the list that the person has picked, and its channel unless a channel was typed. */
function withList(fields: Fields, lists: readonly PeopleList[]): Fields {
  const { list = '', people = '', channel = '', ...others } = fields
  const picked = list === '' ? undefined : listNamed(list, lists)
  if (!picked) return fields
  const all = new Set([...linesOf(people), ...picked.people])
  return { ...others, people: [...all].join('\n'), channel: channel || (picked.channel ?? '') }
}

function orderOf({ name = '', text = '', people = '', way, channel = '' }: Fields): Order {
  const names = linesOf(people)
  return {
    name: name.trim(),
    text,
    ...(names.length > 0 && { people: names }),
    ...(way === 'private_channel' && { way }),
    ...(channel.trim() !== '' && { channel: channel.trim() }),
  }
}

function faultsOf({ name = '', text = '', people = '', channel = '' }: Fields, say: Say): FieldFaults {
  return {
    ...(!deliveryName.safeParse(name).success && { name: say(WORDS.nameFault) }),
    ...((text.trim() === '' || lengthOf(text) > MESSAGE_CAP) && { text: say(WORDS.textFault) }),
    ...(linesOf(people).length === 0 && channel.trim() === '' && { people: say(WORDS.peopleFault) }),
    ...(!/^\d{0,20}$/.test(channel.trim()) && { channel: say(WORDS.channelFault) }),
  }
}

/** Returns an error about this message, or about the platform's silence. @throws any other error */
function unlessRefused(error: unknown): AppError {
  if (isChatDown(error) || hasCode(error, 'bad_request')) return error as AppError
  throw error
}

/** Shows an error. A name of no person, or of several, is a fault of its field; other errors stand above the form. */
function refusedPage(
  error: AppError,
  { fields, lists }: Pick<Entered, 'fields' | 'lists'>,
  view: View,
): ShownPage {
  const say = sayIn(view.locale)
  const { unclear: lines = [] } = error.details as { unclear?: readonly string[] }
  const unclear: Unclear[] = lines.map(text => {
    const [name = '', ...candidates] = text.split('\n')
    return { name, candidates }
  })
  if (unclear.length > 0) {
    const people = say(WORDS.unclear, { names: unclear.map(({ name }) => name).join('; ') })
    return entryPage({ faults: { people }, fields, unclear, ...(lists && { lists }) }, '', view)
  }
  const why = failureOf(error)
  const text = typeof why === 'object' ? textOf(why, view.locale) : say(WORDS.cannotText)
  return entryPage({ faults: {}, fields, ...(lists && { lists }) }, box('bad', say(WORDS.cannot), text), view)
}

function entryPage(entered: Entered, problem: Piece, view: View): ShownPage {
  const say = sayIn(view.locale)
  return {
    title: say(WORDS.write),
    status: 400,
    body: html`${problem}${orderForm(entered, view)}${backLink(say)}`,
  }
}

function backLink(say: Say): Html {
  return html`<p><a href="/console/messages">${say(WORDS.back)}</a></p>`
}

/** The button for the passkey. The statement names exactly the message that was shown, so no other can be sent. */
async function sendForm(run: DeliveryDryRun, order: Order, call: Call): Promise<Html> {
  const say = sayIn(call.view.locale)
  if (!call.view.session.scopes.includes('chat.send'))
    return box('warn', say(WORDS.mayNot), say(WORDS.mayNotText))
  const asked = requestFor(chatContract, 'deliver', { body: { ...order, sends: run.sends }, mode: 'write' })
  const count = run.way === 'direct_messages' ? run.people.length : 1
  const button = { label: say(WORDS.send, { count }), back: deliveryPage(order.name) }
  return approvalForm([itemOf(asked, call.core)], button, call)
}

export function previewPage(run: DeliveryDryRun, name: string, form: Piece, view: View): ShownPage {
  const say = sayIn(view.locale)
  const remarks = [...unusedChannel(run), ...unusedTokens(run), ...begunBefore(run)]
  return {
    title: say(WORDS.previewTitle, { name }),
    script: PASSKEY_SCRIPT,
    body: html`${textsIn(remarks, view.locale).map(remark => box('warn', remark))}
<h2>${say(WORDS.sends)}</h2>${messageCards(run, say)}
<p class="soft">${say(DELIVERY.characters, { count: run.characters })}<br>${say(WORDS.asSent)}</p>${form}${backLink(say)}`,
  }
}
