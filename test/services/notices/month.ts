/**
 * A month of a company with 200 devices in which every kind of trouble comes once. The channel takes five messages in
 * five seconds, and a run has 25 seconds. A test checks the figures, and `npm run bench notices` shows them.
 */

import { type KnownNotice, NOTICE_KINDS } from '../../../lib/app/notice-kinds.ts'
import { CLAIM_REASONS } from '../../../lib/core/claims/words.ts'
import { phrase } from '../../../lib/core/language/catalogue.ts'
import type { Locale } from '../../../lib/core/language/language.ts'
import { english } from '../../../lib/core/language/text.ts'
import { DEVICE_PROBLEMS } from '../../../lib/core/release/problems.ts'
import { DEAL_FLAGS } from '../../../lib/services/accounting/taxes/words.ts'
import { TOKEN_REASONS } from '../../../lib/services/accounting/tokens/exchange/words.ts'
import { urgencyOf } from '../../../lib/services/notices/kinds.ts'
import { createNotices, type Outlet } from '../../../lib/services/notices/notices.ts'
import { REGISTRAR_REASONS } from '../../../lib/services/registrar/words.ts'
import { createMemoryStore } from '../../helpers/memory-store.ts'
import { EXAMPLES } from './examples.ts'

const DAY = 86_400_000
const DAYS = 31
const DEVICES = 200
const START = Date.UTC(2026, 10, 1)
const CAP = 2000

/** A trouble: its first day, and the day on which it is over. */
interface Trouble {
  readonly notice: KnownNotice
  readonly from: number
  readonly to: number
}

export interface MonthFigures {
  /** Messages on the busiest day, and on all days together. */
  readonly busiest: number
  readonly messages: number
  /** The most days on which an urgent item (exposure, money, credential, deadline) was open and no message named it. */
  readonly unsent: number
  /**
   * The most times that one line was sent in the month. A trouble that lasts is repeated once a week, which counts as
   * one time.
   */
  readonly repeats: number
  /** The kinds that some message named. */
  readonly kinds: ReadonlySet<string>
  /** Every message. */
  readonly texts: readonly string[]
  /** The longest message, in UTF-16 units. */
  readonly longest: number
  /** Milliseconds that the longest run took for waiting and sending. */
  readonly run: number
}

function troubles(): Trouble[] {
  const day = (at: number) => new Date(START + at * DAY).toISOString()
  const devices = Array.from({ length: DEVICES }, (_, at): Trouble => {
    const name = `device-${at}`
    const notice: KnownNotice = {
      key: `a/device/${name}`,
      step: 'silent',
      kind: 'device_silent',
      facts: { name, at: day(-3) },
    }
    // half of the devices are silent from the first day; each day one more falls silent, and returns five days later
    return at < DEVICES / 2 ? { notice, from: 0, to: 21 } : { notice, from: (at % 25) + 1, to: (at % 25) + 6 }
  })
  const wrong = (from: number, to: number, notice: Pick<KnownNotice, 'key' | 'kind' | 'facts'>): Trouble => ({
    notice: { step: notice.kind, ...notice } as KnownNotice,
    from,
    to,
  })
  const domain = 'example.com'
  const known = [
    ...devices,
    wrong(2, 4, {
      key: 'a/exposure',
      kind: 'exposure_open',
      facts: { url: 'https://kura.example', open: ['.env'], at: day(2) },
    }),
    wrong(3, 6, {
      key: 'a/purchase',
      kind: 'purchase_unknown',
      facts: { domain, reason: phrase(REGISTRAR_REASONS.noAnswer) },
    }),
    wrong(5, 8, { key: 'a/unpaid', kind: 'purchase_unpaid', facts: { domain: 'b.example' } }),
    wrong(5, 31, { key: 'a/price', kind: 'purchase_mispriced', facts: { domain: 'c.example' } }),
    wrong(6, 9, {
      key: 'a/deal',
      kind: 'deal_unknown',
      facts: { case: 'receipt 1', reason: phrase(CLAIM_REASONS.processEnded) },
    }),
    wrong(6, 9, {
      key: 'a/deal2',
      kind: 'deal_review',
      facts: {
        case: 'receipt 2',
        flags: [
          phrase(DEAL_FLAGS.inLine, { line: 1, reason: phrase(DEAL_FLAGS.unreadable, { text: 'soon' }) }),
        ],
      },
    }),
    wrong(7, 9, {
      key: 'a/deal3',
      kind: 'deal_twice',
      facts: { case: 'receipt 3', deals: [1, 2], uncertain: 0 },
    }),
    wrong(8, 12, {
      key: 'a/order',
      kind: 'order_ended',
      facts: { domain: 'd.example', state: 'failed', words: ['failed', 'payment-failed'] },
    }),
    wrong(9, 30, {
      key: 'a/delay',
      kind: 'order_delayed',
      facts: { domain: 'e.example', what: 'purchasing', since: START + 8 * DAY },
    }),
    wrong(10, 12, {
      key: 'a/token',
      kind: 'authorization_failing',
      facts: { count: 2, reason: phrase(TOKEN_REASONS.status, { status: 503 }), since: day(10) },
    }),
    wrong(12, 14, { key: 'a/token', kind: 'authorization_ended', facts: { reason: 'invalid_grant' } }),
    wrong(11, 31, {
      key: 'a/email',
      kind: 'email_overdue',
      facts: { domain: 'f.example', verifyBy: START + 11 * DAY },
    }),
    wrong(12, 20, {
      key: 'a/device/behind',
      kind: 'device_behind',
      facts: {
        name: 'device-0',
        version: 4,
        problems: [english(phrase(DEVICE_PROBLEMS.repaired, { path: 'a.md' }))],
      },
    }),
    wrong(12, 20, {
      key: 'a/device/problem',
      kind: 'device_problems',
      facts: { name: 'device-1', problems: ['words of an older program'] },
    }),
    wrong(13, 20, { key: 'a/release', kind: 'release_expiring', facts: { version: 5, expires: day(27) } }),
    wrong(15, 18, { key: 'a/cron', kind: 'cron_silent', facts: { job: 'orders', since: START, ran: true } }),
    wrong(16, 18, {
      key: 'a/twice',
      kind: 'message_twice',
      facts: {
        key: 'a/twice',
        step: 'strays 1',
        name: 'friday',
        made: [{ channel: '1', message: '2' }],
        uncertain: 1,
      },
    }),
  ]
  const kinds = new Set<string>(known.map(({ notice }) => notice.kind))
  const others = Object.entries(EXAMPLES).filter(([kind]) => !kinds.has(kind))
  // each other kind of trouble lasts two days, one after the other
  return [
    ...known,
    ...others.map(([kind, [, , facts]], at) =>
      wrong((at % 26) + 2, (at % 26) + 4, { key: `a/${kind}`, kind, facts } as KnownNotice),
    ),
  ]
}

/** A channel that takes five messages in five seconds. It waits on a clock that only the test moves. */
function createChannel() {
  const clock = { ticks: 0 }
  const sent: { readonly at: number; readonly text: string; readonly kind: string | undefined }[] = []
  const outlet: Outlet = {
    name: 'chat',
    cap: CAP,
    async send({ text, kind }) {
      const fifth = sent.at(-5)
      clock.ticks = Math.max(clock.ticks + 300, (fifth?.at ?? Number.NEGATIVE_INFINITY) + 5_000)
      sent.push({ at: clock.ticks, text, kind })
      return { state: 'sent' }
    },
  }
  return { clock, sent, outlet }
}

/** Runs the month, with one run a day. */
export async function runMonth(locale: Locale): Promise<MonthFigures> {
  const all = troubles()
  const time = { now: START, day: 0 }
  const { clock, sent, outlet } = createChannel()
  const notices = createNotices({
    store: createMemoryStore({ now: () => time.now }),
    rules: [{ owner: 'a', read: async () => wrongOn(time.day, all).map(({ notice }) => notice) }],
    kinds: NOTICE_KINDS,
    outlets: () => [outlet],
    locale,
    clock: () => clock.ticks,
    timeBudget: 25_000,
    mayStore: true,
  })
  const perDay: number[] = []
  let [run, unsent] = [0, 0]
  for (; time.day <= DAYS; time.day++) {
    const [before, began] = [sent.length, clock.ticks]
    await notices.run()
    perDay.push(sent.length - before)
    run = Math.max(run, clock.ticks - began)
    unsent = Math.max(unsent, await daysUnsent())
    time.now += DAY
    clock.ticks += DAY
  }
  const lines = sent.flatMap(({ text }) => text.split('\n').filter(line => line.startsWith('- ')))
  const counts = Map.groupBy(lines, line => line)
  return {
    busiest: Math.max(...perDay),
    messages: sent.length,
    unsent,
    repeats: Math.max(...[...counts.values()].map(({ length }) => length)),
    kinds: new Set(sent.flatMap(({ kind }) => kind ?? [])),
    texts: sent.map(({ text }) => text),
    longest: Math.max(...sent.map(({ text }) => text.length)),
    run,
  }

  /** How long the oldest urgent item that is open and was never sent has been open, in days; 0 if all were sent. */
  async function daysUnsent(): Promise<number> {
    const { notices: listed } = await notices.list()
    const waiting = listed.filter(({ urgency, told, over }) => urgency !== 'device' && !told && !over)
    const raised = wrongOn(time.day, all).filter(({ notice }) =>
      waiting.some(({ key }) => key === notice.key),
    )
    return Math.max(0, ...raised.map(({ from }) => time.day - from + 1))
  }
}

function wrongOn(day: number, all: readonly Trouble[]): Trouble[] {
  return all
    .filter(({ from, to }) => from <= day && day < to)
    .toSorted((one, other) => rankOf(other) - rankOf(one))
}

function rankOf({ notice }: Trouble): number {
  return urgencyOf(notice.kind, NOTICE_KINDS).rank
}
