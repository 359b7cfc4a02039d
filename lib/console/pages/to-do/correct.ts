/** The first button shows how kura understands the corrected deal; the second one registers it under the same name. */

import { type AppError, hasCode } from '../../../core/errors.ts'
import type { ReplyOf } from '../../../core/http/contract.ts'
import { type Html, html, type Piece } from '../../../core/http/html.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import { reasonIn, type Say, sayIn, textOf } from '../../../core/language/text.ts'
import { type AccountingContract, accountingContract } from '../../../services/accounting/contract.ts'
import { readAmount } from '../../../services/accounting/fields/amount.ts'
import { amountText, draftRows, wordOf } from '../../../services/accounting/lists/deal-rows.ts'
import { LABELS } from '../../../services/accounting/lists/words.ts'
import { fields as hidden } from '../../approvals/form.ts'
import { clientOf, isOutage } from '../../client.ts'
import { postedForm, submitOnce } from '../../forms.ts'
import { itemPage } from '../../frame/addresses.ts'
import { packed, unpacked } from '../../frame/exact.ts'
import { FAULTS } from '../../frame/fault-words.ts'
import { factsIn } from '../../frame/lists.ts'
import { box, type Fact, type FieldFaults, facts, field, inOrder } from '../../frame/parts.ts'
import type { Fields, PageAnswer, PersonCall, ShownPage, SignedInCall, View } from '../../page.ts'
import { refundBox, withRefunds } from '../accounting/refund.ts'
import { LINE_FIELDS, lineField, linesOf, requestOf } from './correct-fields.ts'
import { filesOfItem, historyOf } from './files-and-history.ts'
import { type ItemView, inField } from './item.ts'
import { CORRECT, ITEM } from './words.ts'

type DealReply = ReplyOf<AccountingContract, 'registerDeal'>

interface Choices {
  readonly companies: readonly (readonly [string, string])[]
  readonly accounts: readonly (readonly [string, string])[]
}

/** The page of the correction. Its form is filled in as the deal was requested. */
export async function correctionPage(item: ItemView, call: SignedInCall<'showItem'>): Promise<ShownPage> {
  const [, company] = /^first-deal-([0-9]+)$/.exec(item.name) ?? []
  const operation = item.deal ? { operation: item.operation } : {}
  const fields = { ...(company !== undefined && { company }), ...item.deal?.base?.fields, ...operation }
  return formPage(item, { fields, faults: {} }, call)
}

/** Registers the deal if the form has `step=register`; else shows how kura understands the deal. */
export async function correct(
  item: ItemView,
  posted: Fields,
  call: SignedInCall<'changeItem'>,
): Promise<PageAnswer> {
  const fields = withRefunds({ ...typedIn(posted['typed']), ...posted })
  const faults = faultsOf(fields, item, sayIn(call.view.locale))
  if (Object.keys(faults).length > 0 || fields['step'] === 'change')
    return formPage(item, { fields, faults: fields['step'] === 'change' ? {} : faults }, call)
  const api = clientOf(accountingContract, call)
  const body = requestOf(item.name, item.deal?.base, fields)
  try {
    if (fields['step'] !== 'register')
      return checkPage(item, { fields, reply: await api.registerDeal({ body }) }, call.view)
    const form = postedForm(posted, call.view.session)
    await submitOnce(form, async () => (await api.registerDeal({ body, mode: 'write' })).mode, call.core)
    return { to: itemPage(item.kind, item.name) }
  } catch (error) {
    return formPage(item, { fields, faults: refusedFields(error, call.view) }, call)
  }
}

function faultsOf(fields: Fields, { deal }: ItemView, say: Say): FieldFaults {
  const lines = linesOf(deal?.base, fields).flatMap(at => Object.entries(lineFaults(fields, at, say)))
  return {
    ...((fields['day'] ?? '') === '' && { day: say(CORRECT.dayMissing) }),
    ...Object.fromEntries(lines),
  }
}

function lineFaults(fields: Fields, at: number, say: Say): FieldFaults {
  const value = (name: string) => (fields[lineField(name, at)] ?? '').trim()
  return {
    ...(value('account') === '' && { [lineField('account', at)]: say(CORRECT.accountMissing) }),
    ...(!readAmount(value('amount')) && { [lineField('amount', at)]: say(CORRECT.amountWrong) }),
    ...(value('rate') === '' && value('tax') === '' && { [lineField('tax', at)]: say(CORRECT.taxMissing) }),
  }
}

const MEMBERS: Readonly<Record<string, string>> = {
  company_id: 'company',
  issue_date: 'day',
  partner: 'partner',
  registration_number: 'registration',
  account_item: 'account',
  amount: 'amount',
  tax_category: 'tax',
  description: 'text',
}

/** Returns the fault of the field that the error names, or else of the account item. @throws any other error */
function refusedFields(error: unknown, { locale }: View): FieldFaults {
  if (!hasCode(error, 'bad_request', 'usage')) throw error
  const text = error.phrase ? textOf(error.phrase, locale) : sayIn(locale)(CORRECT.refused)
  const member = String((error as AppError).details?.['member'])
  const [, at = '0', name = member] = /^details\.(\d+)\.(\w+)$/.exec(member) ?? []
  return { [lineField(MEMBERS[name] ?? 'account', Number(at))]: text }
}

async function choicesOf({ company }: Fields, call: PersonCall): Promise<Choices | undefined> {
  const api = clientOf(accountingContract, call)
  try {
    const { companies } = await api.companies()
    const chosen = company ?? String(companies[0]?.id ?? '')
    const { account_items: items } = await api.accountItems({ query: { company_id: chosen } })
    return {
      companies: companies.map(({ id, display_name: name }) => [String(id), name ?? String(id)] as const),
      accounts: items.map(({ name }) => [name, name] as const),
    }
  } catch (error) {
    if (!isOutage(error)) throw error
    return undefined
  }
}

async function formPage(
  item: ItemView,
  { fields, faults }: { readonly fields: Fields; readonly faults: FieldFaults },
  call: PersonCall,
): Promise<ShownPage> {
  const { view } = call
  const say = sayIn(view.locale)
  const choices = await choicesOf(fields, call)
  const { operation = '' } = fields
  const files = await filesOfItem(item, call)
  const lines = Array.from({ length: item.deal?.base?.asked.details.length ?? 1 }, (_, at) => at)
  return {
    title: item.title,
    ...(Object.keys(faults).length > 0 && { status: 400 }),
    body: html`${choices ? '' : box('warn', say(FAULTS.remote), say(FAULTS.remoteText))}${
      item.unusual.length > 0
        ? box(
            'warn',
            say(ITEM.unusual),
            item.unusual.map(text => html`${text}<br>`),
          )
        : ''
    }
${files}
<form method="post" action="/console/item">${hidden({ kind: item.kind, name: inField(item.name), act: 'correct', operation })}
${fieldsOf({ fields, faults, choices, lines }, view)}
<button class="first">${say(CORRECT.check)}</button></form>
${historyOf(item, view)}`,
  }
}

interface FormState {
  readonly fields: Fields
  readonly faults: FieldFaults
  readonly choices: Choices | undefined
  readonly lines: readonly number[]
}

const NAMES = ['company', 'type', 'day', 'partner', 'registration'] as const

function fieldsOf({ fields, faults: found, choices, lines }: FormState, view: View): Html[] {
  const say = sayIn(view.locale)
  const names = [...NAMES, ...lines.flatMap(at => LINE_FIELDS.map(name => lineField(name, at)))]
  const faults = inOrder(found, names)
  const shown: ShownField = (name, label, more = {}) =>
    field({ name, label, value: fields[name] ?? '', ...more }, faults, view)
  return [
    shown('company', say(ITEM.company), { ...(choices && { choices: choices.companies }), required: true }),
    shown('type', say(ITEM.kind), {
      choices: [
        ['expense', say(ITEM.expense)],
        ['income', say(ITEM.income)],
      ],
    }),
    shown('day', say(ITEM.day), { required: true, input: { type: 'date' } }),
    shown('partner', say(ITEM.partner), { hint: say(CORRECT.partnerHint) }),
    shown('registration', say(CORRECT.registration), { hint: say(CORRECT.registrationHint) }),
    ...lines.map(at => lineFields({ at, count: lines.length, fields, shown, choices }, view)),
  ]
}

type ShownField = (name: string, label: string, more?: Partial<Parameters<typeof field>[0]>) => Html

interface LineState {
  readonly at: number
  readonly count: number
  readonly fields: Fields
  readonly shown: ShownField
  readonly choices: Choices | undefined
}

function lineFields({ at, count, fields, shown, choices }: LineState, view: View): Html {
  const say = sayIn(view.locale)
  const account = fields[lineField('account', at)] ?? ''
  // the present name is added, because the books may not offer it any more
  const present = account === '' ? [] : [[account, account] as const]
  const accounts = choices && [...present, ['', say(CORRECT.choose)] as const, ...choices.accounts]
  const own: ShownField = (name, label, more) => shown(lineField(name, at), label, more)
  const rates = [
    ['10 yes', say(CORRECT.rate, { rate: 10, invoice: say(CORRECT.qualified) })],
    ['8 yes', say(CORRECT.rate, { rate: 8, invoice: say(CORRECT.qualified) })],
    ['10 no', say(CORRECT.rate, { rate: 10, invoice: say(CORRECT.notQualified) })],
    ['8 no', say(CORRECT.rate, { rate: 8, invoice: say(CORRECT.notQualified) })],
    ['', say(CORRECT.other)],
  ] as const
  return html`<fieldset>${count > 1 ? html`<legend>${say(CORRECT.line, { at: at + 1 })}</legend>` : ''}
${own('amount', say(CORRECT.amount), {
  required: at === 0,
  ...(at > 0 && { hint: say(CORRECT.lineHint) }),
  input: { inputmode: 'numeric' },
})}${refundBox(lineField('amount', at), view)}
${own('account', say(ITEM.account), { required: true, ...(accounts && { choices: accounts }) })}
${own('rate', say(CORRECT.rateLabel), { value: fields[lineField('rate', at)] ?? '10 yes', choices: rates })}
${own('tax', say(ITEM.tax), { hint: say(CORRECT.taxHint) })}
${own('text', say(ITEM.text))}</fieldset>`
}

const OF_FORM: readonly string[] = ['kind', 'name', 'act', 'step', 'form', 'typed']

function withoutForm(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !OF_FORM.includes(name)))
}

function typedIn(text: string | undefined): Fields {
  const values = unpacked(text)
  if (typeof values !== 'object' || values === null || Array.isArray(values)) return {}
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))
}

function checkPage(
  { kind, name, title }: ItemView,
  { fields, reply }: { readonly fields: Fields; readonly reply: DealReply },
  view: View,
): ShownPage {
  const say = sayIn(view.locale)
  const flags = reply.flags.map(({ reason }) => textOf(reasonIn(reason), view.locale))
  const form = (step: string, label: string, first: Piece) =>
    html`<form method="post" action="/console/item">${hidden({ typed: packed(withoutForm(fields)), kind, name: inField(name), act: 'correct', step, form: view.nonce })}<button class="${first === '' ? 'second' : 'first'}">${label}</button></form>`
  return {
    title,
    body: html`${flags.length > 0 ? html`<div class="box warn"><p>${say(ITEM.unusual)}</p><ul>${flags.map(text => html`<li>${text}</li>`)}</ul></div>` : ''}
<h2>${say(CORRECT.understood)}</h2>
<p class="money">${textOf(amountText({ body: { details: reply.lines } }), view.locale)}</p>
${facts(understoodFacts(reply, fields, view))}
<p>${say(flags.length > 0 ? CORRECT.waits : CORRECT.sends)}</p>
<div class="acts">${reply.body ? form('register', say(CORRECT.register), 'first') : ''}${form('change', say(CORRECT.change), '')}</div>`,
  }
}

/** The deal as kura understands it, without the flags, which stand above these facts. */
function understoodFacts(reply: DealReply, { partner = '', type }: Fields, { locale }: View): Fact[] {
  const given = partner === '' ? {} : { partner }
  const kind = wordOf(type === 'income' ? 'income' : 'expense')
  const rows = draftRows({ ...reply, flags: [] }, given, name => name)
  return factsIn([[phrase(LABELS.type), kind], ...rows], locale)
}
