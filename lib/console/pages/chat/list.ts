import type { Client } from '../../../core/http/client.ts'
import type { ReplyOf } from '../../../core/http/contract.ts'
import { type Html, html } from '../../../core/http/html.ts'
import { formatOf } from '../../../core/language/format.ts'
import { type Say, sayIn } from '../../../core/language/text.ts'
import { type ChatContract, chatContract, type DeliveryRow } from '../../../services/chat/contract.ts'
import { WAYS } from '../../../services/chat/delivery/words.ts'
import { clientOf } from '../../client.ts'
import { deliveryPage } from '../../frame/addresses.ts'
import { listTable } from '../../frame/lists.ts'
import { box, pageLinks } from '../../frame/parts.ts'
import { FRAME } from '../../frame/words.ts'
import type { PageAnswer, ShownPage, SignedInCall, View } from '../../page.ts'
import { showDelivery } from './delivery.ts'
import { orderForm } from './order-form.ts'
import { isChatDown, nameOf, textOfMessage } from './parts.ts'
import { type PeopleList, readLists } from './people-lists.ts'
import { MESSAGES_WORDS as WORDS } from './words.ts'
import '../../../services/words.ts'

type Standing = ReplyOf<ChatContract, 'standing'>

const PAGE = '20'
const PATH = '/console/messages'

/** Shows the list of deliveries, or the delivery with this `name`. */
export async function showMessages(call: SignedInCall<'showMessages'>): Promise<PageAnswer> {
  const { view, query } = call
  const say = sayIn(view.locale)
  if (!['chat.read', 'chat.send'].some(scope => view.session.scopes.includes(scope as 'chat.read')))
    return { title: say(WORDS.title), body: box('warn', say(WORDS.noScope), say(FRAME.noScopeText)) }
  if (query.name !== undefined) return showDelivery(query.name, call)
  const client = clientOf(chatContract, call)
  const { after } = query
  const [{ deliveries, next }, standing, lists] = await Promise.all([
    client.deliveries({ query: { limit: PAGE, ...(after !== undefined && { after }) } }),
    readStanding(client),
    readLists(call),
  ])
  return listPage({ deliveries, next, after, standing, lists }, view)
}

async function readStanding(client: Client<ChatContract>): Promise<Standing | undefined> {
  try {
    return await client.standing()
  } catch (error) {
    if (isChatDown(error)) return undefined
    throw error
  }
}

interface Listed {
  readonly deliveries: readonly DeliveryRow[]
  readonly next: string | undefined
  readonly after: string | undefined
  /** The status message in the channel for notices; undefined while the platform does not answer. */
  readonly standing: Standing | undefined
  readonly lists?: readonly PeopleList[]
}

export function listPage({ deliveries, next, after, standing, lists = [] }: Listed, view: View): ShownPage {
  const say = sayIn(view.locale)
  return {
    title: say(WORDS.title),
    body: html`<h2>${say(WORDS.deliveries)}</h2>
${deliveries.length === 0 ? html`<p>${say(WORDS.none)}</p>` : deliveryTable(deliveries, view)}${pageLinks({ after, next, path: PATH }, view)}
${view.session?.scopes.includes('chat.send') ? html`<h2>${say(WORDS.write)}</h2><p>${say(WORDS.writeText)}</p>${orderForm({ faults: {}, fields: {}, lists }, view)}` : ''}
<h2>${say(WORDS.status)}</h2>${statusOf(standing, say)}`,
  }
}

function statusOf(standing: Standing | undefined, say: Say): Html {
  if (!standing) return box('warn', say(WORDS.chatDown), say(WORDS.chatDownText))
  const { text, at } = standing
  if (text === undefined || at === undefined) return html`<p>${say(WORDS.noStatus)}</p>`
  return html`<p class="soft">${say(WORDS.statusAt, { at: Date.parse(at) })}</p>${textOfMessage(text)}`
}

function deliveryTable(deliveries: readonly DeliveryRow[], view: View): Html {
  const say = sayIn(view.locale)
  const { name, way, at, by, progress } = WORDS
  const heads = [name, way, at, by, progress].map(head => say(head))
  const rows = deliveries.map(delivery => {
    const { name, way, at, by, messages, sent } = delivery
    return [
      html`<a href="${deliveryPage(name)}">${name}</a>`,
      say(WAYS[way]),
      formatOf(view.locale).time(Date.parse(at)),
      nameOf(by),
      say(WORDS.sentOf, { sent, all: messages }),
    ]
  })
  return listTable(heads, rows)
}
