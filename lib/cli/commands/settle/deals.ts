/**
 * `kura settle` for deals: queries the accounting service, sends a deal unchanged, or allows a deal to be registered
 * again.
 */
import type { ReplyOf } from '../../../core/http/contract.ts'
import { readPages } from '../../../core/http/pages.ts'
import { catalogue, phrase } from '../../../core/language/catalogue.ts'
import { joined } from '../../../core/language/outside.ts'
import { reasonIn } from '../../../core/language/text.ts'
import type { Phrase } from '../../../core/phrase.ts'
import type { AccountingContract } from '../../../services/accounting/contract.ts'
import { stateOfCase } from '../../../services/accounting/deals/cases/words.ts'
import {
  amountText,
  attachedText,
  bodyRows,
  bookedText,
  type DealBody,
  kindsOf,
  partnerOf,
  whyText,
} from '../../../services/accounting/lists/deal-rows.ts'
import { createNames } from '../../../services/accounting/lists/names.ts'
import { LABELS } from '../../../services/accounting/lists/words.ts'
import { momentText } from '../../terminal/moment.ts'
import { type AccountingApi, written } from '../accounting/call.ts'
import {
  alikeRows,
  alikeTexts,
  apartOf,
  mayBeDeal,
  type NamesOf,
  onceOnly,
  type ReadAlike,
  readAlike,
} from './alike.ts'
import { kindOfReview, REVIEW_TITLES } from './kinds-of-review.ts'
import type { Decision, ItemSource, OpenItem, Rows, Settled, Together } from './open-item.ts'

const WORDS = catalogue('settle.deals', {
  isDeal: { en: 'the case "{name}" is deal {deal}', ja: '「{name}」は取引{deal}として登録済みです' },
  deleted: {
    en: 'the deal {deal} of the case "{name}" was deleted at the service',
    ja: '「{name}」の取引{deal}は、会計サービスで削除されています',
  },
  removing: {
    en: 'the deal {deal} of the case "{name}" is being deleted, and is still at the service',
    ja: '「{name}」の取引{deal}は削除の途中で、まだ会計サービスにあります',
  },
  removingLater: {
    en: 'its deletion may still arrive: settle the case again, a quarter of an hour after it was sent',
    ja: '削除が遅れて届く可能性があります。送信から15分たったら、もう一度照会してください',
  },
  several: {
    en: 'the case "{name}" stays {state}: deals {deals} carry its reference',
    ja: '「{name}」は{state}のままです。同じ管理番号の取引が複数あります（{deals}）',
  },
  deleteAllButOne: {
    en: 'look at them at the service, and delete all but one',
    ja: '会計サービスで確認し、1件だけ残して削除してください',
  },
  notFound: {
    en: 'the case "{name}" stays {state}: the service has no deal of it',
    ja: '「{name}」は{state}のままです。会計サービスには見つかりません',
  },
  mayArrive: {
    en: 'one may still arrive: free it only if you are certain that none will',
    ja: '遅れて登録される可能性があります。登録されないと確かな場合だけ解除してください',
  },
  release: { en: 'send it as it is?', ja: 'このまま登録しますか?' },
  requestedAnew: {
    en: 'nothing was sent: the case "{name}" was requested anew in the meantime, and waits again',
    ja: '送信していません。「{name}」はその間に登録し直され、再び確認待ちです',
  },
  released: {
    en: 'registered the case "{name}" as deal {deal}',
    ja: '「{name}」を取引{deal}として登録しました',
  },
  proposed: {
    en: 'proposed with the key "{by}", which says: "{reason}"',
    ja: '鍵「{by}」による提案（提案の理由：「{reason}」）',
  },
  corrected: {
    en: 'corrected since it was proposed; first: {amount}, {day}',
    ja: '提案後に訂正あり（最初の内容：{day}、{amount}）',
  },
  decline: { en: 'decline this proposal?', ja: 'この提案を却下しますか?' },
  declined: {
    en: 'declined the case "{name}": the same deal cannot be proposed again',
    ja: '「{name}」の提案を却下しました。同じ内容は再び提案できません',
  },
  close: {
    en: 'it cannot be sent: register it again, corrected. close it until then?',
    ja: 'このままでは登録できません。直してもう一度登録してください。それまで閉じますか?',
  },
  free: { en: 'let it be registered again?', ja: 'もう一度登録できるようにしますか?' },
  freed: {
    en: 'freed the case "{name}" on {at}: it may be registered again',
    ja: '「{name}」を解除しました（{at}）。もう一度登録できます',
  },
})

type CaseReport = ReplyOf<AccountingContract, 'case'>

interface Deps {
  readonly api: AccountingApi
  readonly timezone: string
  readonly now: () => number
}

interface SourceDeps extends Deps {
  readonly namesOf: NamesOf
}

export function dealSource({ api, ...others }: Deps): ItemSource {
  const byCompany = new Map<number, ReturnType<typeof createNames>>()
  const namesOf: NamesOf = body => {
    const names = byCompany.get(body.company_id) ?? createNames({ api, company: body.company_id })
    byCompany.set(body.company_id, names)
    return names.load(kindsOf([body]))
  }
  const deps = { api, ...others, namesOf }
  return {
    kind: 'deal',
    async open() {
      const items: OpenItem[] = []
      for await (const { cases } of readPages(query => api.cases({ query })))
        items.push(...cases.map(report => dealItem(report, deps)))
      return items
    },
    find: async name => dealItem(await api.case({ params: { case: name } }), deps),
  }
}

function dealItem(report: CaseReport, deps: SourceDeps): OpenItem {
  const { case: name, state, operation, since, body } = report
  const alike = onceOnly(() => readAlike(report, deps.api))
  const together = state === 'review' && body ? togetherOf({ report, body, alike }, deps) : undefined
  return {
    kind: 'deal',
    name,
    state: stateOfCase(state),
    operation,
    since,
    seenAt: new Date(deps.now()).toISOString(),
    reason: whyText(report),
    report,
    rows: () => dealRows(report, alike, deps),
    ...(body && { body }),
    ...(together && { together }),
    ...(state !== 'review' && state !== 'refused' && { query: () => query(name, deps) }),
    decisions: [releasing(report, alike, deps), freeing(report, deps)],
  }
}

/** Returns the rows of a deal, with names instead of ids. */
async function dealRows(
  report: CaseReport,
  alike: ReadAlike,
  { timezone, namesOf }: SourceDeps,
): Promise<Rows> {
  const { flagReasons, body, deal, since } = report
  const rows = [
    [phrase(LABELS.deal), deal === undefined ? '' : String(deal)],
    [phrase(LABELS.amount), amountText(report)],
    [phrase(LABELS.since), momentText(since, timezone)],
    [phrase(LABELS.why), whyText({ ...report, flagReasons: [] })],
    ...proposalTexts(report).map(text => [phrase(LABELS.why), text]),
    ...flagReasons.map(flag => [phrase(LABELS.flag), whyText({ ...report, flagReasons: [flag] })]),
    ...(body ? bodyRows(body, await namesOf(body)) : []),
    ...(body ? await alikeRows(await alike(), body, namesOf) : []),
  ]
  return rows.filter(([, text]) => text !== '')
}

/**
 * Returns who proposed the deal and why, in the proposer's words, and how the deal was before a person corrected it.
 */
function proposalTexts({ proposal }: CaseReport): readonly Phrase[] {
  if (!proposal) return []
  const { by, reason, before } = proposal
  const first = before && { amount: amountText({ body: before }), day: before.issue_date }
  return [phrase(WORDS.proposed, { by, reason }), ...(first ? [phrase(WORDS.corrected, first)] : [])]
}

/**
 * Returns the table row with which a deal can be released together with others; undefined if its reasons are of an
 * unknown kind.
 */
function togetherOf(
  { report, body, alike }: { report: CaseReport; body: DealBody; alike: ReadAlike },
  { namesOf }: SourceDeps,
): Together | undefined {
  const kind = report.proposal ? 'proposal' : kindOfReview(report.flagReasons)
  if (kind === undefined) return undefined
  return {
    kind,
    title: phrase(REVIEW_TITLES[kind]),
    head: [
      LABELS.case,
      LABELS.issueDate,
      LABELS.amount,
      LABELS.partner,
      LABELS.booked,
      LABELS.file,
      LABELS.why,
    ].map(label => phrase(label)),
    async row() {
      const names = await namesOf(body)
      const others = await alikeTexts((await alike()).filter(mayBeDeal), body, namesOf)
      return [
        report.case,
        body.issue_date,
        amountText(report),
        partnerOf(body, names),
        bookedText(body, names),
        attachedText(body),
        joined([...proposalTexts(report), whyText(report), ...others].filter(text => text !== '')),
      ]
    },
  }
}

async function query(name: string, deps: SourceDeps): Promise<Settled & { item: OpenItem }> {
  const params = { case: name }
  const reply = await deps.api.resolveCase({ params })
  const item = dealItem(await deps.api.case({ params }), deps)
  return { reply, item, lines: queryLines(reply), isOpen: reply.state !== 'done' }
}

function queryLines(reply: ReplyOf<AccountingContract, 'resolveCase'>): readonly Phrase[] {
  const { case: name, found } = reply
  const [deal, state] = [String(reply.deal), stateOfCase(reply.state)]
  if (reply.state === 'done') return [phrase(WORDS.isDeal, { name, deal })]
  if (reply.state === 'gone') return [phrase(WORDS.deleted, { name, deal })]
  if (reply.state === 'removing') return [phrase(WORDS.removing, { name, deal }), phrase(WORDS.removingLater)]
  if (found.length > 1)
    return [phrase(WORDS.several, { name, state, deals: found.map(String) }), phrase(WORDS.deleteAllButOne)]
  return [phrase(WORDS.notFound, { name, state }), phrase(WORDS.mayArrive)]
}

function releasing({ case: name, state, body }: CaseReport, alike: ReadAlike, { api }: Deps): Decision {
  return {
    name: 'release',
    question: phrase(WORDS.release),
    isOffered: state === 'review' && body !== undefined,
    async act({ person, operation, inView }) {
      const params = { case: name }
      const apart = apartOf(await alike(), inView)
      const body = { person, operation, ...(apart.length > 0 && { apart }) }
      const reply = written(await api.releaseCase({ params, body, mode: 'write' }))
      const line =
        reply.deal === undefined
          ? phrase(WORDS.requestedAnew, { name })
          : phrase(WORDS.released, { name, deal: String(reply.deal) })
      const { differs } = reply
      const lines = differs ? [line, reasonIn(differs) ?? differs.reason] : [line]
      return { reply, lines, isOpen: reply.deal === undefined }
    },
  }
}

function freeing({ case: name, state, body, proposal }: CaseReport, { api, timezone }: Deps): Decision {
  const declines = state === 'review' && proposal !== undefined
  const closes = state === 'review' && body === undefined
  return {
    name: 'free',
    question: phrase(declines ? WORDS.decline : closes ? WORDS.close : WORDS.free),
    isOffered: declines || closes || state === 'unknown' || state === 'gone',
    needsReason: true,
    async act({ person, reason, operation }) {
      const reply = await api.freeCase({ params: { case: name }, body: { person, reason, operation } })
      const at = momentText(reply.since, timezone)
      const line = declines ? phrase(WORDS.declined, { name }) : phrase(WORDS.freed, { name, at })
      return { reply, lines: [line], isOpen: false }
    },
  }
}
