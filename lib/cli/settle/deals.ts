/**
 * `kura settle` for deals: queries the accounting service, sends a deal unchanged, or allows a deal to be registered
 * again.
 */
import type { ReplyOf } from '../../core/http/contract.ts'
import { readPages } from '../../core/http/pages.ts'
import type { AccountingContract } from '../../services/accounting/contract.ts'
import { createNames } from '../../services/accounting/lists/names.ts'
import { type AccountingApi, written } from '../accounting/call.ts'
import { amountText, whyText } from '../accounting/case-rows.ts'
import { bodyRows, kindsOf } from '../accounting/deal-rows.ts'
import { momentText } from '../terminal/moment.ts'
import type { Decision, ItemSource, OpenItem, Rows, Settled } from './open-item.ts'

type CaseReport = ReplyOf<AccountingContract, 'case'>

interface Deps {
  readonly api: AccountingApi
  readonly timezone: string
  readonly now: () => number
}

export function dealSource(deps: Deps): ItemSource {
  const { api } = deps
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

function dealItem(report: CaseReport, deps: Deps): OpenItem {
  const { case: name, state, operation, since } = report
  return {
    kind: 'deal',
    name,
    state,
    operation,
    since,
    seenAt: new Date(deps.now()).toISOString(),
    reason: whyText(report),
    report,
    rows: () => dealRows(report, deps),
    ...(report.body && { body: report.body }),
    ...(state !== 'review' && state !== 'refused' && { query: () => query(name, deps) }),
    decisions: [releasing(report, deps), freeing(report, deps)],
  }
}

/** Returns the rows of a deal, with names instead of ids. */
async function dealRows(report: CaseReport, { api, timezone }: Deps): Promise<Rows> {
  const { flags, body, deal, since } = report
  const rows = [
    ['deal', deal === undefined ? '' : String(deal)],
    ['amount', amountText(report)],
    ['since', momentText(since, timezone)],
    ['why', whyText({ ...report, flags: [] })],
    ...flags.map(flag => ['flag', flag]),
    ...(body
      ? bodyRows(body, await createNames({ api, company: body.company_id }).load(kindsOf([body])))
      : []),
  ]
  return rows.filter(([, text]) => text !== '')
}

async function query(name: string, deps: Deps): Promise<Settled & { item: OpenItem }> {
  const params = { case: name }
  const reply = await deps.api.resolveCase({ params })
  const item = dealItem(await deps.api.case({ params }), deps)
  return { reply, item, lines: queryLines(reply), isOpen: reply.state !== 'done' }
}

function queryLines({
  case: name,
  state,
  deal,
  found,
}: ReplyOf<AccountingContract, 'resolveCase'>): readonly string[] {
  if (state === 'done') return [`the case "${name}" is deal ${deal}`]
  if (state === 'gone') return [`the deal ${deal} of the case "${name}" was deleted at the service`]
  if (state === 'removing')
    return [
      `the deal ${deal} of the case "${name}" is being deleted, and is still at the service`,
      'its deletion may still arrive: settle the case again, a quarter of an hour after it was sent',
    ]
  if (found.length > 1)
    return [
      `the case "${name}" stays ${state}: deals ${found.join(', ')} carry its reference`,
      'look at them at the service, and delete all but one',
    ]
  return [
    `the case "${name}" stays ${state}: the service has no deal of it`,
    'one may still arrive: free it only if you are certain that none will',
  ]
}

function releasing({ case: name, state }: CaseReport, { api }: Deps): Decision {
  return {
    name: 'release',
    question: 'send it as it is?',
    isOffered: state === 'review',
    async act({ person, operation }) {
      const body = { person, operation }
      const reply = written(await api.releaseCase({ params: { case: name }, body, mode: 'write' }))
      const line =
        reply.deal === undefined
          ? `nothing was sent: the case "${name}" was requested anew in the meantime, and waits again`
          : `registered the case "${name}" as deal ${reply.deal}`
      return { reply, lines: [line], isOpen: reply.deal === undefined }
    },
  }
}

function freeing({ case: name, state }: CaseReport, { api, timezone }: Deps): Decision {
  return {
    name: 'free',
    question: 'let it be registered again?',
    isOffered: state === 'unknown' || state === 'gone',
    needsReason: true,
    async act({ person, reason, operation }) {
      const reply = await api.freeCase({ params: { case: name }, body: { person, reason, operation } })
      const line = `freed the case "${name}" on ${momentText(reply.since, timezone)}: it may be registered again`
      return { reply, lines: [line], isOpen: false }
    },
  }
}
