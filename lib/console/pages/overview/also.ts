import { html, type Piece } from '../../../core/http/html.ts'
import { sayIn } from '../../../core/language/text.ts'
import { chatContract } from '../../../services/chat/contract.ts'
import { clientOf, isOutage } from '../../client.ts'
import { readDrafts } from '../../drafts/drafts.ts'
import { deliveryPage } from '../../frame/addresses.ts'
import type { SignedInCall } from '../../page.ts'
import { STEPS } from './words.ts'

/** The list names messages that were sent in the last `WEEK` milliseconds, at most `MOST` of them. */
const WEEK = 7 * 86_400_000
const MOST = 3

/** The list of the waiting things that the person may see; empty if nothing waits. */
export async function alsoWaiting(call: SignedInCall<'toDo'>): Promise<Piece> {
  const say = sayIn(call.view.locale)
  const [receipts, names] = await Promise.all([countReceipts(call), recentMessages(call)])
  if (receipts + names.length === 0) return ''
  const lines = names.map(
    name => html`<li><a href="${deliveryPage(name)}">${say(STEPS.message, { name })}</a></li>`,
  )
  return html`<h2>${say(STEPS.also)}</h2><ul>${receipts === 0 ? '' : html`<li><a href="/console/receipts">${say(STEPS.receipts, { count: receipts })}</a></li>`}${lines}</ul>`
}

async function countReceipts({ core, view }: SignedInCall<'toDo'>): Promise<number> {
  if (!view.session.scopes.includes('accounting.write')) return 0
  return (await readDrafts(core.store(), { open: true })).length
}

async function recentMessages(call: SignedInCall<'toDo'>): Promise<string[]> {
  const { core, view } = call
  if (!view.session.scopes.includes('chat.read')) return []
  try {
    const query = { limit: String(MOST) }
    const { deliveries } = await clientOf(chatContract, call).deliveries({ query })
    return deliveries.filter(({ at }) => core.now() - Date.parse(at) < WEEK).map(({ name }) => name)
  } catch (error) {
    if (isOutage(error)) return []
    throw error
  }
}
