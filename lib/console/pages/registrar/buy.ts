/** kura writes contact data to no log line, and to no record except the sealed record of `kept-contact.ts`. */
import { AppError, failureOf, hasCode } from '../../../core/errors.ts'
import type { Client } from '../../../core/http/client.ts'
import { type Html, html } from '../../../core/http/html.ts'
import { type Say, sayIn, textOf } from '../../../core/language/text.ts'
import {
  type RegistrarContract,
  type RegistrarReply,
  registrarContract,
} from '../../../services/registrar/contract.ts'
import { readDomain } from '../../../services/registrar/domains/name.ts'
import { readTypedContact } from '../../../services/registrar/remote/typed-contact.ts'
import { clientOf } from '../../client.ts'
import { unpacked } from '../../frame/exact.ts'
import { box, type FieldFaults } from '../../frame/parts.ts'
import type { Fields, PageAnswer, ShownPage, SignedInCall, View } from '../../page.ts'
import { forgetContact, keepContact, keptContact } from './kept-contact.ts'
import { backLink, type Contact, offer, purchasePage, type Terms } from './purchase.ts'
import { CONTACT_NAMES, faultsOf, termsForm } from './terms-form.ts'
import { DOMAINS } from './words.ts'
import '../../../services/words.ts'

type Call = SignedInCall<'changeDomains'>
type Quote = RegistrarReply<'quote'>
/** Shows the price and asks for missing terms. With all terms, shows the request that would be sent, and the button. */
export async function changeDomains(call: Call): Promise<PageAnswer> {
  const { body, view } = call
  const say = sayIn(view.locale)
  if (body['act'] === 'forget') {
    await forgetContact(call)
    return { to: '/console/domains' }
  }
  const contact = contactOf(body)
  const entered = { ...body, ...contact }
  const asks = contact !== undefined
  const faults = termFaults(body, say)
  if (Object.keys(faults).length > 0) return entryPage({ faults, fields: entered, asks }, view)
  const terms = termsOf(entered, contact)
  const client = clientOf(registrarContract, call)
  const quote = await quoteOf(terms, client).catch(unlessRefused)
  if (quote instanceof AppError) return entryPage({ faults: {}, fields: entered, asks, problem: quote }, view)
  const shown = { fields: entered, asks: true, quote } as const
  if (!terms.contact) {
    const kept = await keptContact(call)
    return entryPage(
      { ...shown, fields: { ...kept, ...entered }, isKept: kept !== undefined, faults: {} },
      view,
    )
  }
  if (quote.quote === undefined) return entryPage({ ...shown, faults: faultsOf(quote, say) }, view)
  await keepContact(terms.contact, call)
  return purchasePage({ ...terms, contact: terms.contact }, { quote, client }, call)
}

/** The contact data from the form's fields, or from the hidden field that carries it. */
function contactOf(body: Fields): Contact | undefined {
  const carried = unpacked(body['enclosed'])
  const given = (typeof carried === 'object' && carried !== null ? carried : body) as Fields
  if (!CONTACT_NAMES.some(name => typeof given[name] === 'string')) return undefined
  const values = CONTACT_NAMES.map(name => [name, String(given[name] ?? '').trim()] as const)
  const filled: Contact = Object.fromEntries(values.filter(([, value]) => value !== ''))
  return readTypedContact(filled)
}

function termFaults({ domain = '', autoRenew = '' }: Fields, say: Say): FieldFaults {
  return {
    ...(!isDomain(domain) && { domain: say(DOMAINS.domainFault) }),
    ...(autoRenew !== 'on' && autoRenew !== 'off' && { autoRenew: say(DOMAINS.autoRenewFault) }),
  }
}

function isDomain(text: string): boolean {
  try {
    return readDomain(text) !== ''
  } catch (error) {
    if (hasCode(error, 'bad_request')) return false
    throw error
  }
}

function termsOf(fields: Fields, contact: Contact | undefined): Terms {
  const years = Number(fields['years'] ?? '')
  const language = (fields['languageCode'] ?? '').trim()
  return {
    domain: readDomain(fields['domain'] ?? ''),
    autoRenew: fields['autoRenew'] === 'on',
    ...(years > 0 && { years }),
    ...(language !== '' && { languageCode: language }),
    contact,
    fields,
  }
}

function quoteOf({ domain, contact, fields: _, ...terms }: Terms, client: Client<RegistrarContract>) {
  return client.quote({ params: { domain }, body: { ...terms, ...(contact && { contact }) } })
}

/** Returns an error of the registrar, such as a refusal, a silence or a limit. @throws any other error */
function unlessRefused(error: unknown): AppError {
  const isRefusal = hasCode(error, 'bad_request', 'remote_refused', 'remote_unreachable', 'remote_silent')
  if (isRefusal || hasCode(error, 'remote_answer', 'limited', 'permission_missing')) return error
  throw error
}

interface Asked {
  readonly faults: FieldFaults
  readonly fields: Fields
  readonly asks: boolean
  /** Whether the form was filled in with the contact data of the last purchase. */
  readonly isKept?: boolean
  readonly quote?: Quote
  readonly problem?: AppError
}

function entryPage({ faults, fields, asks, quote, problem, isKept = false }: Asked, view: View): ShownPage {
  const say = sayIn(view.locale)
  const isWrong = problem !== undefined || Object.keys(faults).length > 0
  const why = problem && failureOf(problem)
  const text = typeof why === 'object' ? textOf(why, view.locale) : say(DOMAINS.noQuoteText)
  return {
    title: quote ? say(DOMAINS.offer, { domain: quote.domain }) : say(DOMAINS.quote),
    ...(isWrong && { status: 400 }),
    body: html`${problem ? box('bad', say(DOMAINS.noQuote), text) : ''}${quote ? offer(quote, view) : ''}
${termsForm({ faults, fields }, view, { asks })}${isKept ? forgetForm(say) : ''}${backLink(say)}`,
  }
}

function forgetForm(say: Say): Html {
  return html`<p>${say(DOMAINS.kept)}</p><form method="post" action="/console/domains"><input type="hidden" name="act" value="forget"><button>${say(DOMAINS.forget)}</button></form>`
}
