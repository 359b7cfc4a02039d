import type { Decision, Described, Inquiry, Rows, Waiting } from '../../../core/claims/waiting.ts'
import { AppError } from '../../../core/errors.ts'
import { type Html, html, type Piece } from '../../../core/http/html.ts'
import { isPhraseOf, phrase } from '../../../core/language/catalogue.ts'
import type { Locale } from '../../../core/language/language.ts'
import { sayIn, textOf } from '../../../core/language/text.ts'
import type { Reason } from '../../../core/phrase.ts'
import { REMOTE_REASONS } from '../../../core/remote/words.ts'
import type { CaseReport } from '../../../services/accounting/deals/cases/report.ts'
import { NO_NAMES } from '../../../services/accounting/lists/names.ts'
import type { DescribedDeal } from '../../../services/accounting/lists/waiting-deals.ts'
import { WAITING } from '../../../services/accounting/lists/waiting-words.ts'
import { LABELS } from '../../../services/accounting/lists/words.ts'
import { DEAL_FLAGS } from '../../../services/accounting/taxes/words.ts'
import { isMade } from '../../drafts/drafts.ts'
import { buyPage, type ItemKind } from '../../frame/addresses.ts'
import { dealAtService } from '../../frame/at-service.ts'
import { factsIn } from '../../frame/lists.ts'
import type { Fact } from '../../frame/parts.ts'
import type { View } from '../../page.ts'
import { twinCard } from '../accounting/twins.ts'
import { type Base, baseOf, isCorrectable } from './correct-fields.ts'
import { ITEM } from './words.ts'

export interface ItemView {
  readonly kind: ItemKind
  readonly name: string
  readonly operation: string
  readonly title: string
  readonly state: readonly ['warn' | 'bad', string]
  /** The time since which the item has been in this state, in ISO 8601. */
  readonly since: string
  /** The reason why the item waits, and who decides that such items wait. */
  readonly why: string
  readonly unusual: readonly Piece[]
  readonly money?: string
  readonly facts: readonly Fact[]
  readonly details: readonly Fact[]
  /** The link to the page on which a domain is bought again, or to the deal at the service. */
  readonly link: Piece
  readonly acts: readonly Decision[]
  /** The query that may settle the item; absent if no remote can. */
  readonly look?: Inquiry
  readonly deal?: DealView
  /** Whether a person may correct the request before it is sent. */
  readonly correct: boolean
  /** A warning: for example that a remote does not answer, or that the person may only read. */
  readonly remark?: string
}

interface DealView {
  readonly day: string
  readonly partner: string
  /** The name of the partner in the books; undefined if it is not known. */
  readonly partnerName: string | undefined
  readonly booked: string
  readonly files: string
  /** The reason for the proposal, in the words of the program that proposed it. */
  readonly proposer?: string | undefined
  readonly twins: readonly Html[]
  readonly report: CaseReport
  readonly base: Base | undefined
}

/** The states after which a domain may be bought again. */
const BUYABLE: readonly unknown[] = ['refused', 'gone']

interface Drawing {
  readonly view: View
  /** The pictures of the receipts, by the names of the receipts' cases. */
  readonly pictures?: ReadonlyMap<string, Piece> | undefined
}

export function drawn(item: Waiting, described: Described, { view, pictures }: Drawing): ItemView {
  const { locale } = view
  const { name, operation, tone, since, look } = item
  const { title, why, unusual, facts, details, decisions, money } = described
  const deal = 'alike' in described ? (described as DescribedDeal) : undefined
  return {
    kind: item.kind as ItemKind,
    name,
    operation,
    title: textOf(title, locale),
    state: [tone, textOf(deal?.tag ?? item.state, locale)],
    since,
    why: textOf(why, locale),
    unusual: unusual.map(([, text]) => unusualText(text, locale)),
    ...(money !== undefined && { money: textOf(money, locale) }),
    facts: factsIn(facts.filter(isPlain), locale),
    details: factsIn(details, locale),
    link: linkOf(item, view),
    acts: decisions.filter(({ isOffered }) => isOffered),
    ...(look && { look }),
    ...(deal
      ? dealView(item.report as CaseReport, deal, { view, pictures })
      : { correct: item.kind === 'first' && decisions.length === 0 && facts.length === 0 }),
  }
}

/** The name of a deal for people; empty if a program made the name, or if the item is no deal. */
export function spokenName({ deal, name }: Pick<ItemView, 'deal' | 'name'>): string {
  return !deal || isMade(name) ? '' : name
}

/** Whether a row is among the facts. The amount is in large type instead; deals that look the same are cards. */
function isPlain([name]: Rows[number]): boolean {
  return !isPhraseOf(LABELS.amount, name) && !isPhraseOf(LABELS.alike, name)
}

function linkOf({ kind, name, report }: Waiting, view: View): Piece {
  const { state, deal } = report as { readonly state?: string; readonly deal?: number }
  const there = dealAtService(deal, view)
  if (kind !== 'purchase') return there === '' ? '' : html`<p>${there}</p>`
  if (!BUYABLE.includes(state)) return ''
  return html`<p><a class="button" href="${buyPage(name)}">${sayIn(view.locale)(ITEM.buy)}</a></p>`
}

/** A text about the item. A proposal quotes its program, and a flag about a file leaves out the file's number. */
function unusualText(text: Reason, locale: Locale): Piece {
  const { facts = '' } = typeof text === 'string' ? {} : text.values
  if (isPhraseOf(DEAL_FLAGS.fileDiffers, text)) return textOf(phrase(ITEM.fileDiffers, { facts }), locale)
  if (isPhraseOf(REMOTE_REASONS.silent, text)) return sayIn(locale)(ITEM.noReply)
  if (isPhraseOf(DEAL_FLAGS.fileDeleted, text)) return sayIn(locale)(ITEM.fileDeleted)
  if (isPhraseOf(DEAL_FLAGS.fileUsed, text)) return sayIn(locale)(ITEM.fileUsed)
  if (!isPhraseOf(WAITING.proposed, text)) return textOf(text, locale)
  const say = sayIn(locale)
  const { by, reason } = text.values
  return html`${say(ITEM.proposedBy, { by: String(by) })} <q>${String(reason)}</q>`
}

function dealView(
  report: CaseReport,
  { day = '', partner = '', booked = '', files = '', proposer, alike, names }: DescribedDeal,
  { view, pictures }: Drawing,
): Pick<ItemView, 'deal' | 'correct' | 'remark'> {
  const { locale } = view
  const { state, body } = report
  const known = names ?? NO_NAMES
  const company = Number((body ?? report.asked)?.company_id)
  return {
    deal: {
      day,
      partner: textOf(partner, locale),
      partnerName: body?.partner_id ? known.find('partner', body.partner_id) : undefined,
      booked: textOf(booked, locale),
      files: textOf(files, locale),
      proposer,
      twins: alike.map(twin => twinCard(twin, { company, names: known, pictures }, view)),
      report,
      base: baseOf(report, known),
    },
    correct: state === 'review' && isCorrectable(report),
    ...(body && names === undefined && { remark: sayIn(locale)(ITEM.remoteDown) }),
  }
}

/** The name in a form's field. It is encoded, because markup would change control and direction characters. */
export function inField(name: string): string {
  return encodeURIComponent(name.toWellFormed())
}

/** @throws AppError `bad_request` */
export function nameIn(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (cause) {
    throw new AppError('bad_request', 'Cannot read the form: a name is malformed', { cause })
  }
}
