/** The verdict of a chaos run: compares the contents of the remotes and the store with the answers that callers got. */
import { STORE_ALERTS } from '../../lib/app/outlet/alert.ts'
import { phrase } from '../../lib/core/language/catalogue.ts'
import { LANGUAGES, NEUTRAL } from '../../lib/core/language/language.ts'
import { textOf } from '../../lib/core/language/text.ts'
import { readRevocations } from '../../lib/core/signatures/revocations.ts'
import type { Store } from '../../lib/core/store/store.ts'
import type { Entry } from '../../lib/services/activity/contract-schemas.ts'
import { type ChainEnd, chainFault } from '../../lib/services/activity/entry.ts'
import { createActivityLog } from '../../lib/services/activity/log.ts'
import { type Known, REVOKED_WITHIN } from './work.ts'

/** One line of the result: a count. If it belongs to a promise, it must be 0. */
export interface Figure {
  readonly what: string
  readonly count: number
  /** Whether any count other than 0 breaks a promise. */
  readonly promised: boolean
  /** The first few examples of what was counted. */
  readonly examples: readonly string[]
}

export interface Seen {
  readonly known: Known
  /** The contents of the remotes: the case of each deal, and the text of each message. */
  readonly deals: readonly string[]
  readonly messages: readonly string[]
  readonly store: Store
  /**
   * The log lines of the functions that report trouble. An entry of the activity log that the store did not accept in
   * time is in one of them.
   */
  readonly troubles: readonly string[]
}

/** The kind of an entry that reports that the store went back; it explains missing entries. */
const WENT_BACK = 'store_went_back'
const EXAMPLES = 5
/**
 * The texts of the alert that the store does not answer. Each process sends the alert without the store, so the channel
 * may get it several times.
 */
const OUTAGES = LANGUAGES.map(language => textOf(phrase(STORE_ALERTS.down), { ...NEUTRAL, language }))

export async function figuresOf({ known, deals, messages, store, troubles }: Seen): Promise<Figure[]> {
  const { entries, faults } = await readLog(store)
  const revoked = new Set(
    (await readRevocations(store)).filter(({ state }) => state === 'revoked').map(({ keyid }) => keyid),
  )
  const logged = new Set(entries.map(({ request }) => request))
  const lacking = [...known.acknowledged].filter(id => !logged.has(id))
  const unstored = lacking.filter(id =>
    troubles.some(line => line.includes('"activity_unstored"') && line.includes(`"${id}"`)),
  )
  const late = known.accepted.filter(({ after }) => after > REVOKED_WITHIN)
  return [
    promised('deals registered twice', repeated(deals)),
    promised('messages sent twice', repeated(messages.filter(text => !OUTAGES.includes(text)))),
    promised('acknowledged deals lost', missing(known.deals, deals)),
    promised('acknowledged messages lost', missing(known.messages, messages)),
    promised('acknowledged revocations lost', missing(known.revoked.keys(), [...revoked])),
    promised(
      'calls of a revoked key accepted after a minute',
      late.map(({ keyid, what, after }) => `${keyid}: ${what}, after ${Math.round(after / 1000)} s`),
    ),
    promised('unexplained breaks of the log', faults),
    promised(
      'acknowledged writes that no log has',
      lacking.filter(id => !unstored.includes(id)),
    ),
    counted('deals at the service', deals.length),
    counted('messages in the channel', messages.length),
    counted('revocations acknowledged', known.revoked.size),
    counted('calls of a revoked key after a minute', known.lateCalls),
    counted('calls of a revoked key accepted within the minute', known.accepted.length - late.length),
    counted('devices that were answered', known.synced.size),
    counted('entries of the log', entries.length),
    counted('entries that explain a gap', entries.filter(({ act }) => act === WENT_BACK).length),
    counted('writes acknowledged', known.acknowledged.size),
    counted('of these only in the log of their function', unstored.length),
  ]
}

const promised = (what: string, wrong: readonly string[]): Figure => ({
  what,
  count: wrong.length,
  promised: true,
  examples: wrong.slice(0, EXAMPLES),
})
const counted = (what: string, count: number): Figure => ({ what, count, promised: false, examples: [] })

function repeated(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, index) => names.indexOf(name) !== index))]
}

function missing(wanted: Iterable<string>, found: readonly string[]): string[] {
  const known = new Set(found)
  return [...wanted].filter(name => !known.has(name))
}

/** Reads the whole log, and the places at which it is not a chain. */
async function readLog(store: Store): Promise<{ entries: Entry[]; faults: string[] }> {
  const log = createActivityLog({ store: () => store, now: Date.now })
  const entries: Entry[] = []
  const faults: string[] = []
  let end: ChainEnd = { seq: 0, digest: '' }
  let head: ChainEnd = end
  for (let after: number | undefined = 0; after !== undefined; ) {
    const page = await log.page({ after, limit: 100 })
    for (const entry of page.entries) {
      const fault = chainFault(end, entry)
      if (fault !== undefined && entry.act !== WENT_BACK) faults.push(fault)
      end = { seq: entry.seq, digest: entry.digest }
      entries.push(entry)
    }
    head = page.head
    after = page.next
  }
  if (end.seq < head.seq) faults.push(`entries ${end.seq + 1} to ${head.seq} are missing`)
  return { entries, faults }
}
