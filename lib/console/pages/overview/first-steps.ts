/** To do shows the first steps until all are done, to people with the scope admin, because others cannot do all. */

import { hasCode } from '../../../core/errors.ts'
import { html, type Piece } from '../../../core/http/html.ts'
import { sayIn } from '../../../core/language/text.ts'
import type { Store } from '../../../core/store/store.ts'
import { firstDealCase } from '../../../services/accounting/deals/first-deal.ts'
import { readBooks } from '../../../services/accounting/tokens/authorize/books.ts'
import type { ConsoleCore } from '../../core.ts'
import { ownForm } from '../../entrance/create-form.ts'
import { vouchCommand } from '../../entrance/number-page.ts'
import { itemPage } from '../../frame/addresses.ts'
import { PASSKEY_SCRIPT } from '../../frame/script.ts'
import type { ShownPage, SignedInCall } from '../../page.ts'
import { hasCounting, listPeople, momentOf } from '../../people/people.ts'
import { THIS_MACHINE } from '../../sessions.ts'
import { STEPS } from './words.ts'

export interface StepFacts {
  /** `used` if the session began with a passkey; `ready` if a passkey counts, but the session began with a link. */
  readonly passkey: 'none' | 'waits' | 'ready' | 'used'
  /** `unset` means that the accounting service is not set up. */
  readonly books: 'unset' | 'none' | 'connected'
  readonly testDeal: boolean
  readonly receipt: boolean
  /** The number of people who have a passkey that counts. */
  readonly people: number
}

const STEP_NAMES = ['passkey', 'books', 'testDeal', 'receipt', 'second'] as const
export type Step = (typeof STEP_NAMES)[number]

/** The steps in their order, and whether each is done. Without an accounting service, its steps are left out. */
export function stepsOf({
  passkey,
  books,
  testDeal,
  receipt,
  people,
}: StepFacts): (readonly [Step, boolean])[] {
  const done: Record<Step, boolean> = {
    passkey: passkey === 'used',
    books: books === 'connected',
    testDeal,
    receipt,
    second: people >= 2,
  }
  const isMeant = (step: Step) => books !== 'unset' || step === 'passkey' || step === 'second'
  return STEP_NAMES.filter(isMeant).map(step => [step, done[step]])
}

type Block = Pick<ShownPage, 'script' | 'cookies'> & { readonly block: Piece }

const NOTHING: Block = { block: '' }
/** The cores whose steps are all done, so that the facts about the steps are not read again. */
const finished = new WeakSet<ConsoleCore>()

export async function firstSteps(call: SignedInCall<'toDo'>): Promise<Block> {
  const { core, view } = call
  if (finished.has(core) || !view.session.scopes.includes('admin')) return NOTHING
  const { facts, number, company } = await readFacts(call)
  const steps = stepsOf(facts)
  const done = steps.filter(([, isDone]) => isDone).length
  if (done === steps.length) {
    finished.add(core)
    return NOTHING
  }
  const say = sayIn(view.locale)
  const own = facts.passkey === 'none' ? await ownForm(call) : undefined
  const passkey = own ? html`<p>${say(STEPS.passkeyText)}</p>${own.form}` : passkeyPart(facts, number, view)
  const lines = steps.map(([step, isDone]) => {
    if (isDone) return html`<li><span class="tag good">${say(STEPS.done)}</span> ${say(STEPS[step])}</li>`
    if (step === 'passkey') return html`<li><strong>${say(STEPS.passkey)}</strong>${passkey}</li>`
    return html`<li><a href="${pageOf(step, company)}">${say(STEPS[step])}</a></li>`
  })
  const title = say(STEPS.title, { done, count: steps.length })
  const block = html`<section class="card" id="first-steps"><h2>${title}</h2><ol>${lines}</ol></section>`
  return { block, ...(own && { script: PASSKEY_SCRIPT, cookies: own.cookies }) }
}

function passkeyPart(
  { passkey }: StepFacts,
  number: string | undefined,
  { session, locale }: SignedInCall['view'],
): Piece {
  const say = sayIn(locale)
  if (passkey === 'waits' && number !== undefined)
    return html`<p>${say(STEPS.passkeyWaits, { number })}</p><pre>${vouchCommand(session.person.name, number)}</pre>`
  const button = html`<form method="post" action="/console/sign-out"><button class="first">${say(STEPS.signIn)}</button></form>`
  return html`<p>${say(STEPS.passkeyReady)}</p>${button}`
}

function pageOf(step: Exclude<Step, 'passkey'>, company: number | undefined): string {
  const testDeal = company === undefined ? '/console/connections' : itemPage('first', firstDealCase(company))
  const pages = {
    books: '/console/connections',
    testDeal,
    receipt: '/console/receipts',
    second: '/console/people',
  }
  return pages[step]
}

interface Read {
  readonly facts: StepFacts
  readonly number: string | undefined
  readonly company: number | undefined
}

async function readFacts({ core, view }: SignedInCall<'toDo'>): Promise<Read> {
  const store = core.store()
  const [people, moment, books, testDeal, receipt] = await Promise.all([
    listPeople(store),
    momentOf(store),
    booksOf(core),
    hasKey('accounting/first-deal/', store),
    hasKey('claim/receipt/', store),
  ])
  const counting = people.filter(person => hasCounting(person, moment))
  const { person, credential } = view.session
  const own = people.find(({ key }) => key === person.key)
  const open = own?.passkeys.findLast(({ ended }) => ended === undefined)
  const isCounting = counting.some(({ key }) => key === person.key)
  const without = open ? 'waits' : 'none'
  const passkey = credential !== THIS_MACHINE ? 'used' : isCounting ? 'ready' : without
  const facts = { passkey, books: books.state, testDeal, receipt, people: counting.length } as const
  return { facts, number: open?.number, company: books.company }
}

/** Whether the accounting service is set up, and whose books kura may use. */
async function booksOf({ config, store }: ConsoleCore) {
  try {
    config.accounting()
  } catch (error) {
    if (hasCode(error, 'settings_missing')) return { state: 'unset' } as const
    throw error
  }
  const { authorized, company } = await readBooks(store())
  return { state: authorized ? 'connected' : 'none', company: company?.id } as const
}

async function hasKey(prefix: string, store: Store): Promise<boolean> {
  return (await store.keys(prefix, { limit: 1 })).keys.length > 0
}
