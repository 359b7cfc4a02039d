/** The statement does not contain the contact data, which stays beside the statement in the form. */
import { randomBytes } from 'node:crypto'
import { AppError } from '../../../core/errors.ts'
import { type Client, requestFor } from '../../../core/http/client.ts'
import { type Html, html, type Piece } from '../../../core/http/html.ts'
import { parseJson } from '../../../core/json/json.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import { reasonIn, type Say, sayIn, textOf } from '../../../core/language/text.ts'
import {
  type RegistrarContract,
  type RegistrarReply,
  registrarContract,
} from '../../../services/registrar/contract.ts'
import { termRows } from '../../../services/registrar/lists/rows.ts'
import { LABELS } from '../../../services/registrar/lists/words.ts'
import { moneyText } from '../../../services/registrar/spending/money.ts'
import { approvalForm, fields as hidden, itemOf } from '../../approvals/form.ts'
import { packed } from '../../frame/exact.ts'
import { factsIn } from '../../frame/lists.ts'
import { box, type Fact, facts } from '../../frame/parts.ts'
import { PASSKEY_SCRIPT } from '../../frame/script.ts'
import type { Fields, PersonCall, ShownPage, View } from '../../page.ts'
import { spendingBars } from './list.ts'
import { CONTACT_NAMES } from './terms-form.ts'
import { CONTACT_FIELDS, DOMAINS } from './words.ts'

/** Counts down until the price expires. The server has computed the seconds, because a device's clock may be wrong. */
const COUNTDOWN_SCRIPT = `${PASSKEY_SCRIPT};(() => {
const $ = s => document.querySelector(s), left = $('[data-left]'), end = Date.now() + left.dataset.left * 1000
left.parentNode.hidden = false
const tick = () => {
  const seconds = Math.max(0, Math.ceil((end - Date.now()) / 1000))
  left.textContent = Math.floor(seconds / 60) + ':' + String(seconds % 60).padStart(2, '0')
  if (seconds > 0) return
  clearInterval(timer)
  $('[data-expired]').hidden = false
  const button = $('form[data-passkey] button')
  if (button) button.disabled = true
}
const timer = setInterval(tick, 1000)
tick()
})()`

type Quote = RegistrarReply<'quote'>
type DryRun = Extract<RegistrarReply<'buy'>, { mode: 'dry-run' }>

/** The registrant's contact data, by the registrar's names. */
export type Contact = Readonly<Record<string, string>>

export interface Terms {
  readonly domain: string
  readonly autoRenew: boolean
  readonly years?: number
  readonly languageCode?: string
  /** The contact data; undefined until the person has entered it. */
  readonly contact: Contact | undefined
  readonly fields: Fields
}

type Complete = Terms & { readonly contact: Contact }

interface Quoted {
  readonly quote: Quote
  readonly client: Client<RegistrarContract>
}

/** Shows the price and, if the person may buy, the form. @throws AppError of the endpoints, and as `approvalForm` */
export async function purchasePage(
  terms: Complete,
  { quote, client }: Quoted,
  call: PersonCall,
): Promise<ShownPage> {
  const { view, core } = call
  const say = sayIn(view.locale)
  if (!view.session.scopes.includes('registrar.buy')) {
    const refusal = box('warn', say(DOMAINS.mayNot), say(DOMAINS.mayNotText))
    const title = say(DOMAINS.offer, { domain: quote.domain })
    return { title, body: html`${refusal}${offer(quote, view)}${backLink(say)}` }
  }
  const { domain, fields: _, years: __, ...others } = terms
  // the statement is stored, so a reader could guess the contact data from its digest if there were no salt
  const contact = { ...terms.contact, salt: randomBytes(16).toString('hex') }
  const body = { ...others, contact, quote: quote.quote ?? '', confirm: domain, years: quote.years }
  const [run, { caps }] = await Promise.all([client.buy({ params: { domain }, body }), client.spending()])
  if (run.mode !== 'dry-run') throw new AppError('internal', `Cannot show the purchase of "${domain}"`)
  const again = againFields(terms, quote)
  const label = say(DOMAINS.buy, { domain, price: moneyText(run.cents) })
  const asked = requestFor(registrarContract, 'buy', {
    params: { domain },
    body: { ...body, sends: run.sends },
    mode: 'write',
  })
  const button = { label, back: '/console/domains', enclosed: contact, again } as const
  const form = run.obstacles.length > 0 ? '' : await approvalForm([itemOf(asked, core)], button, call)
  return shownPurchase({ terms, quote, run, caps, form, now: core.now(), again }, view)
}

/** The fields with which the form is filled in again: the terms, and the quote that the person has seen. */
function againFields({ domain, fields }: Complete, { purchaseCents, renewalCents, years }: Quote) {
  const before = JSON.stringify({ purchaseCents, renewalCents, years })
  const { years: term = '', autoRenew = '', languageCode = '' } = fields
  return { domain, years: term, autoRenew, languageCode, before }
}

interface Purchase {
  readonly terms: Complete
  readonly quote: Quote
  readonly run: DryRun
  readonly caps: RegistrarReply<'spending'>['caps']
  /** The form for the passkey; empty if kura or the registrar would refuse the purchase. */
  readonly form: Piece
  /** The time in milliseconds since the epoch. */
  readonly now: number
  readonly again: Fields
}

function shownPurchase({ terms, quote, run, caps, form, now, again }: Purchase, view: View): ShownPage {
  const say = sayIn(view.locale)
  const { domain, contact, languageCode = '', fields } = terms
  const person = CONTACT_NAMES.map((name): Fact => [say(CONTACT_FIELDS[name]), contact[name] ?? ''])
  return {
    title: say(DOMAINS.buyTitle, { domain }),
    script: COUNTDOWN_SCRIPT,
    body: html`${changes(fields['before'], quote, view)}${obstacleBox(run, view)}${box('warn', say(DOMAINS.final))}
<p class="money">${moneyText(quote.purchaseCents)}</p>
<h2>${say(DOMAINS.sent)}</h2>${facts([...factsIn([[phrase(LABELS.domain), domain], ...termRows(quote)], view.locale), [say(DOMAINS.languageCode), languageCode], ...person])}
<h2>${say(DOMAINS.after)}</h2>${spendingBars({ caps, spent: run.spent }, view.locale, run.cents)}
${countdown(quote, now, say)}${form}
<form method="post" action="/console/domains">${hidden({ ...again, enclosed: packed(contact) })}<button>${say(DOMAINS.newQuote)}</button></form>
${backLink(say)}`,
  }
}

function obstacleBox({ obstacles }: DryRun, { locale }: View): Piece {
  if (obstacles.length === 0) return ''
  const items = obstacles.map(obstacle => html`<li>${textOf(reasonIn(obstacle), locale)}</li>`)
  return box('bad', sayIn(locale)(DOMAINS.refused), html`<ul>${items}</ul>`)
}

/** The time left, which the script counts down. At the end, the script shows the hidden warning. */
function countdown({ until = '' }: Quote, now: number, say: Say): Html {
  const at = Date.parse(until)
  const seconds = Math.max(0, Math.ceil((at - now) / 1000))
  return html`<p><time datetime="${until}">${say(DOMAINS.valid, { at })}</time> <span hidden>${say(DOMAINS.left)} <strong role="timer" data-left="${seconds}"></strong></span></p>
<div class="box bad" role="alert" data-expired hidden><p>${say(DOMAINS.expired)}</p><p>${say(DOMAINS.expiredText)}</p></div>`
}

/** The terms that differ from those of the quote before; empty for a first quote. */
function changes(before: string | undefined, now: Quote, { locale }: View): Piece {
  const say = sayIn(locale)
  const old = parseJson(before ?? '') as Partial<Quote> | undefined
  if (typeof old?.purchaseCents !== 'number' || typeof old.years !== 'number') return ''
  const others = factsIn(termRows(now), locale)
  const rows = factsIn(termRows({ ...now, ...old }), locale)
  const changed = rows.flatMap(([name, before], at) => {
    const after = others[at]?.[1]
    return before === after ? [] : [{ name, before: String(before), now: String(after) }]
  })
  if (changed.length === 0) return box('good', say(DOMAINS.same))
  const items = changed.map(change => html`<li>${say(DOMAINS.fromTo, change)}</li>`)
  return box('warn', say(DOMAINS.changed), html`<ul>${items}</ul>`)
}

export function backLink(say: Say): Html {
  return html`<p><a href="/console/domains">${say(DOMAINS.back)}</a></p>`
}

export function offer(quote: Quote, { locale }: View): Html {
  return html`<p class="money">${moneyText(quote.purchaseCents)}</p>${facts(factsIn(termRows(quote), locale))}`
}
