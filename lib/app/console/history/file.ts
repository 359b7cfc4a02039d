/**
 * The files of 履歴 / History: what proves an approval, or the entries of a month that is over with all their approvals.
 * They have the lines of an export without the signed statement, which only the publisher's key makes;
 * `kura log verify` reads them.
 */
import type { Client } from '../../../core/http/client.ts'
import { readPages } from '../../../core/http/pages.ts'
import { createCalendar, monthOf } from '../../../core/language/calendar.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import { phraseError } from '../../../core/language/phrase-error.ts'
import { startOfDay } from '../../../core/language/wall-clock.ts'
import { activityContract } from '../../../services/activity/contract.ts'
import { contentsText } from '../../../services/activity/export.ts'
import { readApprovalsOf } from '../../../services/activity/history/approvals.ts'
import { clientOf } from '../client.ts'
import type { SignedInCall } from '../page.ts'
import { monthAfter } from './page.ts'
import type { Entry } from './read.ts'
import { HISTORY } from './words.ts'

type Log = Client<typeof activityContract>

/** Downloads an approval, the vouches that prove it, and the entries of the acts that it approved. */
export async function downloadApproval(call: SignedInCall<'downloadApproval'>): Promise<Response> {
  const { digest } = call.query
  const log = clientOf(activityContract, call)
  const entries = await entriesOf(digest, log)
  const approvals = await readApprovalsOf([{ approval: digest }], log)
  if (approvals.length === 0) throw phraseError('not_found', phrase(HISTORY.missing))
  return fileOf(`kura-approval-${digest.slice(0, 12)}.jsonl`, contentsText({ entries, approvals }))
}

/** Returns the entries that name an approval, the oldest first. They follow each other within some minutes. */
async function entriesOf(approval: string, log: Log): Promise<Entry[]> {
  for await (const { entries } of readPages(page =>
    log.activity({ query: { order: 'newest', approval, ...page } }),
  ))
    if (entries.length > 0) return entries.toReversed()
  return []
}

/** Downloads the entries of a month that is over. */
export async function downloadMonth({ query, ...call }: SignedInCall<'downloadMonth'>): Promise<Response> {
  const { month } = query
  const { timezone } = call.view.locale
  const [since, until] = [month, monthAfter(month)].map(first => startOfDay(`${first}-01`, timezone))
  const isOver = month < monthOf(createCalendar(timezone)(call.core.now()))
  if (since === undefined || until === undefined || !isOver)
    throw phraseError('not_found', phrase(HISTORY.missingMonth))
  const [first, end] = [since, until].map(moment => new Date(moment).toISOString()) as [string, string]
  const log = clientOf(activityContract, call)
  // an error of the first page is still shown as a page
  const page = await log.activity({ query: { since: first, until: end } })
  return fileOf(`kura-entries-${month}.jsonl`, ReadableStream.from(linesOf(page, end, log)))
}

/** Yields the lines of a month from its first page on, then those of all its approvals. */
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

function fileOf(name: string, body: string | ReadableStream): Response {
  return new Response(body, {
    headers: {
      'content-type': 'application/x-ndjson',
      'content-disposition': `attachment; filename="${name}"`,
      'content-security-policy': "default-src 'none'; sandbox",
    },
  })
}
