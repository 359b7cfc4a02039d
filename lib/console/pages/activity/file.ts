/** The file has the lines of an export, except for the signed statement. `kura log verify` reads such a file. */
import type { Client } from '../../../core/http/client.ts'
import { readPages } from '../../../core/http/pages.ts'
import { createCalendar, monthOf } from '../../../core/language/calendar.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import { phraseError } from '../../../core/language/phrase-error.ts'
import { startOfDay } from '../../../core/language/wall-clock.ts'
import { LIFETIME } from '../../../core/passkey/challenge.ts'
import { activityContract } from '../../../services/activity/contract.ts'
import { contentsText } from '../../../services/activity/export.ts'
import { readApprovalsOf } from '../../../services/activity/history/approvals.ts'
import { clientOf } from '../../client.ts'
import { download } from '../../frame/respond.ts'
import type { SignedInCall } from '../../page.ts'
import type { Entry } from './entries.ts'
import { monthAfter } from './page.ts'
import { HISTORY } from './words.ts'

type Log = Client<typeof activityContract>

const LINES = 'application/x-ndjson'

/** Downloads an approval, the vouches that prove it, and the entries of the acts that it approved. */
export async function downloadApproval(call: SignedInCall<'downloadApproval'>): Promise<Response> {
  const { digest } = call.query
  const log = clientOf(activityContract, call)
  const approvals = await readApprovalsOf([{ approval: digest }], log)
  const [own] = approvals
  if (!own) throw phraseError('not_found', phrase(HISTORY.missing))
  const entries = await entriesOf(digest, Date.parse(own.at), log)
  const name = `kura-approval-${digest.slice(0, 12)}.jsonl`
  return download(contentsText({ entries, approvals }), { name, type: LINES })
}

/** Milliseconds of the search for entries after an approval, and before it, because two clocks may differ. */
const ACTED = LIFETIME + 300_000
const CLOCKS = 60_000

/** The entries that name an approval recorded at `at`, the oldest first. */
async function entriesOf(approval: string, at: number, log: Log): Promise<Entry[]> {
  const since = new Date(at - CLOCKS).toISOString()
  const until = new Date(at + ACTED).toISOString()
  const found: Entry[] = []
  const range = { order: 'newest', approval, since, until } as const
  for await (const { entries } of readPages(page => log.activity({ query: { ...range, ...page } })))
    found.push(...entries)
  return found.toReversed()
}

export async function downloadMonth({ query, ...call }: SignedInCall<'downloadMonth'>): Promise<Response> {
  const { month } = query
  const { timezone } = call.view.locale
  const [since, until] = [month, monthAfter(month)].map(first => startOfDay(`${first}-01`, timezone))
  const isOver = month < monthOf(createCalendar(timezone)(call.core.now()))
  if (since === undefined || until === undefined || !isOver)
    throw phraseError('not_found', phrase(HISTORY.missingMonth))
  const [first, end] = [since, until].map(moment => new Date(moment).toISOString()) as [string, string]
  const log = clientOf(activityContract, call)
  // the first page is read before the answer begins, so that an error is still shown as a page
  const page = await log.activity({ query: { since: first, until: end } })
  const lines = ReadableStream.from(linesOf(page, end, log))
  return download(lines, { name: `kura-entries-${month}.jsonl`, type: LINES })
}

/** Yields the lines of all entries, then the lines of their approvals. */
async function* linesOf(
  first: Awaited<ReturnType<Log['activity']>>,
  until: string,
  log: Log,
): AsyncGenerator<Uint8Array> {
  const approved: Entry[] = []
  for (let page = first; ; ) {
    approved.push(...page.entries.filter(({ approval }) => approval !== undefined))
    yield Buffer.from(contentsText({ entries: page.entries, approvals: [] }))
    if (page.next === undefined) break
    page = await log.activity({ query: { after: page.next, until } })
  }
  yield Buffer.from(contentsText({ entries: [], approvals: await readApprovalsOf(approved, log) }))
}
