import {
  type Described,
  filled,
  type Rows,
  type Waiting,
  type WaitingSource,
} from '../../../core/claims/waiting.ts'
import { hasCode } from '../../../core/errors.ts'
import type { Client } from '../../../core/http/client.ts'
import { readPages } from '../../../core/http/pages.ts'
import { isPhraseOf, phrase } from '../../../core/language/catalogue.ts'
import { reasonIn } from '../../../core/language/text.ts'
import type { Phrase, Reason } from '../../../core/phrase.ts'
import type { AccountingContract } from '../contract.ts'
import type { CaseReport } from '../deals/cases/report.ts'
import { stateOfCase } from '../deals/cases/words.ts'
import { sumOf } from '../fields/amount.ts'
import { alikeRows, readAlike, UNANSWERED } from './alike.ts'
import { freeing, lookingFor, releasing } from './deal-decisions.ts'
import {
  type AlikeDeal,
  amountText,
  bodyRows,
  bookedText,
  type DealBody,
  kindsOf,
  listed,
  partnerOf,
  whyText,
  yen,
} from './deal-rows.ts'
import { createNames, NO_NAMES, type RecordNames } from './names.ts'
import { WHYS, WAITING as WORDS } from './waiting-words.ts'
import { LABELS } from './words.ts'

interface Deps {
  readonly api: Client<AccountingContract>
  readonly now: () => number
  readonly person: string
}

export interface DescribedDeal extends Described {
  readonly tag: Phrase
  readonly day?: string
  readonly partner?: Reason
  readonly booked?: Reason
  readonly files?: Reason
  readonly proposer?: string
  readonly alike: readonly AlikeDeal[]
  /** The names of records; undefined while the service does not answer. */
  readonly names: RecordNames | undefined
}

export interface WaitingDeal extends Waiting<DescribedDeal> {
  readonly report: CaseReport
  /** `compares: false` leaves out the deals that look like this one, because finding them takes a query. */
  describe(how?: { readonly compares: boolean }): Promise<DescribedDeal>
}

export interface DealSource extends WaitingSource<WaitingDeal> {
  find(name: string): Promise<WaitingDeal>
  of(report: CaseReport): WaitingDeal
}

export function dealSource({ api, now, person }: Deps): DealSource {
  const byCompany = new Map<number, ReturnType<typeof createNames>>()
  const namesOf: NamesOf = async (company, deals) => {
    const names = byCompany.get(company) ?? createNames({ api, company })
    byCompany.set(company, names)
    return names.load(kindsOf(deals)).catch(unnamed)
  }
  const of = (report: CaseReport) =>
    itemOf(report, { api, person, namesOf, seenAt: new Date(now()).toISOString() })
  return {
    of,
    async open() {
      const items: WaitingDeal[] = []
      for await (const { cases } of readPages(query => api.cases({ query }))) items.push(...cases.map(of))
      return items
    },
    find: async name => of(await api.case({ params: { case: name } })),
  }
}

/** Loads the names of records. The result is undefined while the service does not answer. */
type NamesOf = (company: number, deals: Parameters<typeof kindsOf>[0]) => Promise<RecordNames | undefined>

function unnamed(error: unknown): undefined {
  if (!hasCode(error, ...UNANSWERED)) throw error
}

interface ItemDeps extends Omit<Deps, 'now'> {
  readonly namesOf: NamesOf
  readonly seenAt: string
}

function itemOf(report: CaseReport, deps: ItemDeps): WaitingDeal {
  const { case: name, state, operation, since } = report
  return {
    kind: 'deal',
    name,
    state: stateOfCase(state),
    tone: ['unknown', 'gone', 'removing'].includes(state) ? 'bad' : 'warn',
    operation,
    since,
    seenAt: deps.seenAt,
    reason: whyText(report),
    report,
    ...(state !== 'review' && state !== 'refused' && { look: lookingFor(name) }),
    async describe({ compares } = { compares: true }) {
      const alike = compares ? await readAlike(report, deps) : []
      return described(report, alike, await namesFor(report, alike, deps))
    },
  }
}

function namesFor(
  { body, asked }: CaseReport,
  alike: readonly AlikeDeal[],
  { namesOf }: ItemDeps,
): Promise<RecordNames | undefined> {
  const partners = [...(asked ? [asked] : []), ...alike].map(({ partner_id }) => ({ partner_id }))
  const company = Number(body?.company_id ?? asked?.company_id)
  if (Number.isNaN(company)) return Promise.resolve(NO_NAMES)
  return namesOf(company, [...(body ? [body] : []), ...partners])
}

function described(
  report: CaseReport,
  alike: readonly AlikeDeal[],
  names: RecordNames | undefined,
): DescribedDeal {
  const { body, proposal } = report
  const known = names ?? NO_NAMES
  return {
    title: titleOf(report, known),
    tag: tagOf(report),
    why: whyOf(report),
    unusual: unusualOf(report, known),
    facts: [...(body ? factsOf(body, known) : []), ...alikeRows(alike, known)],
    details: detailsOf(report, known),
    decisions: [releasing(report, alike), freeing(report)],
    ...(body && {
      money: amountText(report),
      day: body.issue_date,
      partner: partnerOf(body, known),
      booked: bookedText(body, known),
      files: filesText(body),
    }),
    ...(proposal && { proposer: proposal.reason.text }),
    alike,
    names,
  }
}

/** The title names the partner (else the description, else the account item), then the amount and the day. */
function titleOf({ case: name, body, asked }: CaseReport, names: RecordNames): Reason {
  const deal = body ?? asked
  if (!deal) return phrase(WORDS.named, { name })
  const { partner_id: id } = deal
  const [line] = deal.details
  const partner = (id ? names.find('partner', id) : undefined) ?? asked?.partner
  const account = body ? names.find('account item', body.details[0]?.account_item_id ?? 0) : undefined
  const what = partner ?? (line?.description || account)
  const parts = [...(what ? [what] : []), yen(sumOf(deal.details.map(({ amount }) => amount)))]
  return phrase(WORDS.title, { parts: body ? [...parts, body.issue_date] : parts })
}

function tagOf({ state, body, proposal }: CaseReport): Phrase {
  if (state !== 'review') return stateOfCase(state)
  return phrase(proposal ? WORDS.proposedTag : body ? WORDS.waits : WORDS.incorrectTag)
}

function whyOf({ state, body, proposal, first, strays = [] }: CaseReport): Phrase {
  if (state === 'review' && !body) return phrase(WHYS.incorrect)
  if (state === 'review') return phrase(first ? WHYS.second : proposal ? WHYS.proposed : WHYS.flagged)
  if (state === 'unknown' || state === 'removing' || state === 'gone') return phrase(WHYS[state])
  return phrase(strays.length > 0 ? WHYS.stray : WHYS.settled)
}

function unusualOf(report: CaseReport, names: RecordNames): Rows {
  const { flags, proposal, first, body, strays = [] } = report
  const why = phrase(LABELS.why)
  return filled([
    [why, reasonIn(report.reason)],
    [why, first ? phrase(WORDS.firstBy, { person: first.person, at: Date.parse(first.until) }) : ''],
    [why, proposal ? phrase(WORDS.proposed, { by: proposal.by, reason: reasonIn(proposal.reason) }) : ''],
    [why, proposal?.before && body ? changedText(proposal.before, body, names) : ''],
    [why, strays.length > 0 ? phrase(WORDS.twice) : ''],
    ...flags.map(flag => [phrase(LABELS.flag), reasonIn(flag)] as const),
  ])
}

function changedText(before: DealBody, after: DealBody, names: RecordNames): Phrase {
  const cells = (body: DealBody): Rows => [
    [phrase(LABELS.amount), amountText({ body })],
    [phrase(LABELS.issueDate), body.issue_date],
    [phrase(LABELS.partner), partnerOf(body, names) || '–'],
    [phrase(WORDS.lines), String(body.details.length)],
  ]
  const now = cells(after)
  const changes = cells(before).flatMap(([name, was], at) => {
    const is = now[at]?.[1] ?? ''
    return JSON.stringify(was) === JSON.stringify(is) ? [] : [phrase(WORDS.change, { name, was, is })]
  })
  return phrase(WORDS.changed, { changes: { items: changes, by: 'semicolon' } })
}

function factsOf(body: DealBody, names: RecordNames): Rows {
  const rows = bodyRows(body, { ...names, label: names.name })
  return [
    [phrase(LABELS.amount), amountText({ body })] as const,
    ...rows.filter(([name]) => !isPhraseOf(LABELS.reference, name) && !isPhraseOf(LABELS.file, name)),
    ...filled([[phrase(LABELS.file), filesText(body)]]),
  ]
}

function filesText({ receipt_ids: ids = [] }: Pick<DealBody, 'receipt_ids'>): Reason {
  return ids.length === 0 ? '' : phrase(WORDS.files, { count: ids.length })
}

function detailsOf({ body, asked, deal, strays = [] }: CaseReport, names: RecordNames): Rows {
  const company = body?.company_id ?? asked?.company_id
  return filled([
    [phrase(LABELS.deal), deal === undefined ? '' : String(deal)],
    [phrase(WORDS.strays), listed(strays.flatMap(stray => stray.deal ?? []))],
    [phrase(WORDS.company), company === undefined ? '' : String(company)],
    ...(body ? bodyRows(body, names) : []),
  ])
}
