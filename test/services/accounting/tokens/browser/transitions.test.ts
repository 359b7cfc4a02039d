import { describe, expect, test } from 'vitest'
import { phrase } from '../../../../../lib/core/language/catalogue.ts'
import type { Transition } from '../../../../../lib/core/store/update.ts'
import {
  type Link,
  linkFormat,
  STEP_LIFE,
  type Step,
} from '../../../../../lib/services/accounting/tokens/browser/link.ts'
import {
  addCompanies,
  answerLink,
  askAgain,
  claimExchange,
  denyLink,
  dropReplaced,
  endExchange,
  issueLink,
  openLink,
  ownRecord,
  settleKept,
} from '../../../../../lib/services/accounting/tokens/browser/transitions.ts'
import { TOKEN_REASONS } from '../../../../../lib/services/accounting/tokens/exchange/words.ts'

const NOW = 1_000_000
const LEASE = 65_000
const COMPANY = { id: 1, number: '8101234567', name: 'one' }

const SENT = { browser: 'b', state: 's', secret: 'sealed' }
const RECEIVED = { browser: 'b', operation: 'op', grant: 'sealed', askedAt: NOW - 1 }
const EXCHANGING = { at: 'exchanging', ...SENT, operation: 'op', askedAt: NOW - 1, lease: NOW + 1 } as const

/** A record in each step. */
const STEPS: Readonly<Record<Step['at'], Step>> = {
  issued: { at: 'issued' },
  opened: { at: 'opened', ...SENT },
  exchanging: EXCHANGING,
  received: { at: 'received', ...RECEIVED, companies: [COMPANY] },
  keeping: { at: 'keeping', ...RECEIVED, company: COMPANY, replaces: 'before' },
  kept: { at: 'kept', browser: 'b', company: COMPANY, generation: 1 },
  dropped: { at: 'dropped', browser: 'b', why: 'declined' },
  failed: { at: 'failed', browser: 'b', reason: 'invalid_grant' },
}
const NAMES = Object.keys(STEPS) as Step['at'][]

function linkAt(step: Step, until = NOW + 1): Link {
  return { keyid: 'hana:admin:1', client: 'c', redirectUri: 'https://kura.example/callback', until, step }
}

/** What a transition makes of a step: the next step, or that it stays; and the result. */
function decided<R>(transition: Transition<Link, R>, link: Link | undefined) {
  const decision = transition(link, NOW)
  if (!('write' in decision)) return { stays: 'keep' in decision, result: decision.result }
  expect(decision.ttl).toBe(STEP_LIFE)
  expect(decision.write.until).toBe(NOW + STEP_LIFE)
  return { at: decision.write.step.at, step: decision.write.step, result: decision.result }
}

const opening = { browser: 'b', state: 's2', secret: 'sealed 2' }
const claim = { browser: 'b', state: 's', operation: 'next', lease: LEASE }

/** In each step: where every request leads, or `-` if it changes nothing. */
const TABLE: Readonly<Record<Step['at'], readonly string[]>> = {
  //          open      claim         deny       granted     unsent    refused   companies   yes        no         kept    again   replaced
  issued: ['opened', '-', '-', '-', '-', '-', '-', '-', '-', '-', '-', '-'],
  opened: ['-', 'exchanging', 'dropped', '-', '-', '-', '-', '-', '-', '-', '-', '-'],
  exchanging: ['-', '-', '-', 'received', 'opened', 'failed', '-', '-', '-', '-', '-', '-'],
  received: ['-', '-', '-', '-', '-', '-', 'received', 'keeping', 'dropped', '-', '-', '-'],
  keeping: ['-', '-', '-', '-', '-', '-', '-', '-', '-', 'kept', 'received', 'dropped'],
  kept: ['-', '-', '-', '-', '-', '-', '-', '-', '-', '-', '-', '-'],
  dropped: ['-', '-', '-', '-', '-', '-', '-', '-', '-', '-', '-', '-'],
  failed: ['-', '-', '-', '-', '-', '-', '-', '-', '-', '-', '-', '-'],
}

const REQUESTS: readonly (readonly [string, Transition<Link, unknown>])[] = [
  ['open', openLink(opening)],
  ['claim', claimExchange(claim)],
  ['deny', denyLink({ browser: 'b', state: 's' })],
  ['granted', endExchange('op', { grant: 'sealed' })],
  ['unsent', endExchange('op', { reason: phrase(TOKEN_REASONS.unreachable), unsent: true })],
  ['refused', endExchange('op', { reason: 'invalid_grant', unsent: false })],
  ['companies', addCompanies('op', [COMPANY])],
  ['yes', answerLink('op', { keep: COMPANY })],
  ['no', answerLink('op', { drop: 'declined' })],
  ['kept', settleKept('op', { company: COMPANY, generation: 1 })],
  ['again', askAgain('op')],
  ['replaced', dropReplaced('op')],
]

const CELLS = NAMES.flatMap(name =>
  REQUESTS.map(([request, transition], at) => ({ name, request, transition, want: TABLE[name][at] })),
)

describe('every request in every step', () => {
  test.each(CELLS)('$request at $name: $want', ({ name, transition, want }) => {
    expect(decided(transition, linkAt(STEPS[name])).at ?? '-').toBe(want)
  })

  test.each(REQUESTS)('%s changes nothing if there is no record', (_name, transition) => {
    expect(decided(transition, undefined)).toMatchObject({ stays: true })
  })

  const dropped = (['denied', 'foreign', 'replaced'] as const).map(why => ({ ...STEPS.dropped, why }) as Step)
  test.each([...Object.values(STEPS), ...dropped])('the store gives back: $at $why', step => {
    const link = linkAt(step)
    expect(linkFormat.parse(linkFormat.format(link))).toEqual(link)
  })
})

test('issueLink() begins a record that ends after ten minutes', () => {
  const terms = { keyid: 'k', client: 'c', redirectUri: 'r', named: '1' }
  const { write, ttl, result } = issueLink(terms)(undefined, NOW) as Extract<
    ReturnType<ReturnType<typeof issueLink>>,
    { write: Link }
  >
  expect([ttl, result]).toEqual([600_000, { until: NOW + 600_000 }])
  expect(write).toEqual({ ...terms, until: NOW + 600_000, step: { at: 'issued' } })
})

describe('openLink()', () => {
  const rows = [
    { name: 'the first browser', link: linkAt(STEPS.issued), want: { go: 'sealed 2', first: true } },
    {
      name: 'a repeat in it: the same secret',
      link: linkAt(STEPS.opened),
      want: { go: 'sealed', first: false },
    },
    { name: 'a repeat when it is further', link: linkAt(STEPS.received), want: { begun: true } },
    { name: 'no link', link: undefined, want: { refused: 'not_valid' } },
    { name: 'a link at its end', link: linkAt(STEPS.issued, NOW), want: { refused: 'not_valid' } },
    {
      name: 'another browser',
      link: linkAt({ ...STEPS.opened, browser: 'other' } as Step),
      want: { refused: 'other_browser' },
    },
  ]
  test.each(rows)('$name', ({ link, want }) => {
    expect(decided(openLink(opening), link).result).toEqual(want)
  })
})

describe('claimExchange()', () => {
  const rows = [
    {
      name: 'another state',
      link: linkAt({ ...STEPS.opened, state: 'x' } as Step),
      want: { refused: 'other_state' },
    },
    {
      name: 'another browser',
      link: linkAt({ ...STEPS.opened, browser: 'x' } as Step),
      want: { refused: 'other_browser' },
    },
    { name: 'a record at its end', link: linkAt(STEPS.opened, NOW), want: { refused: 'not_valid' } },
    { name: 'a link that nobody opened', link: linkAt(STEPS.issued), want: { refused: 'not_valid' } },
    { name: 'while another one exchanges', link: linkAt(EXCHANGING), want: { begun: true } },
    {
      name: 'another state while another one exchanges',
      link: linkAt({ ...EXCHANGING, state: 'x' }),
      want: { refused: 'other_state' },
    },
    { name: 'after the exchange', link: linkAt(STEPS.kept), want: { begun: true } },
  ]
  test.each(rows)('$name', ({ link, want }) => {
    expect(decided(claimExchange(claim), link)).toEqual({ stays: true, result: want })
  })

  test('takes over an exchange whose lease is over, and its holder records nothing any more', () => {
    const { step, result } = decided(claimExchange(claim), linkAt({ ...EXCHANGING, lease: NOW }))
    expect(step).toEqual({ ...EXCHANGING, operation: 'next', askedAt: NOW, lease: NOW + LEASE })
    expect(result).toEqual({ go: step })
    expect(decided(endExchange('op', { grant: 'late' }), linkAt(step as Step))).toEqual({
      stays: true,
      result: undefined,
    })
  })
})

describe('denyLink()', () => {
  const rows = [
    { name: 'this browser, at the service', link: linkAt(STEPS.opened), want: { denied: true } },
    { name: 'this browser, further already', link: linkAt(STEPS.received), want: { denied: false } },
    {
      name: 'another state',
      link: linkAt({ ...STEPS.opened, state: 'x' } as Step),
      want: { refused: 'other_state' },
    },
    {
      name: 'another browser',
      link: linkAt({ ...STEPS.opened, browser: 'x' } as Step),
      want: { refused: 'other_browser' },
    },
  ]
  test.each(rows)('$name: $want', ({ link, want }) => {
    expect(decided(denyLink({ browser: 'b', state: 's' }), link).result).toEqual(want)
  })
})

test('ownRecord() is the record for the browser that opened it, until its end', () => {
  const from = { browser: 'b' }
  const link = linkAt(STEPS.opened)
  expect(ownRecord(link, from, NOW)).toBe(link)
  expect(ownRecord(link, { browser: 'other' }, NOW)).toEqual({ refused: 'other_browser' })
  expect(ownRecord(link, from, NOW + 1)).toEqual({ refused: 'not_valid' })
})

describe('what became of a pair is told once', () => {
  const rows = [
    { name: 'a yes', transition: answerLink('op', { keep: COMPANY }), step: STEPS.received },
    { name: 'a no', transition: answerLink('op', { drop: 'declined' }), step: STEPS.received },
    { name: 'kept', transition: settleKept('op', { company: COMPANY, generation: 1 }), step: STEPS.keeping },
    { name: 'replaced', transition: dropReplaced('op'), step: STEPS.keeping },
  ]
  test.each(rows)('$name', ({ transition, step }) => {
    const { step: next, result } = decided(transition, linkAt(step))
    expect(result).toBe(true)
    expect(decided(transition, linkAt(next as Step)).result).toBe(false)
  })

  test('and a new question tells nothing', () => {
    const { step, result } = decided(askAgain('op'), linkAt(STEPS.keeping))
    expect([step, result]).toEqual([STEPS.received, false])
    expect(decided(askAgain('op'), linkAt(STEPS.kept)).result).toBe(false)
  })
})

describe('a pair', () => {
  test('is in the record from the exchange to the answer, and not after it', () => {
    const kept: Step['at'][] = ['received', 'keeping']
    for (const name of NAMES) expect('grant' in STEPS[name]).toBe(kept.includes(name))
    for (const [transition, link] of [
      [answerLink('op', { drop: 'foreign' }), linkAt(STEPS.received)],
      [settleKept('op', { company: COMPANY, generation: 2 }), linkAt(STEPS.keeping)],
    ] as const)
      expect(decided(transition, link).step).not.toHaveProperty('grant')
  })

  test.each([
    ['an answer', answerLink('other', { keep: COMPANY }), STEPS.received],
    ['the end', settleKept('other', { company: COMPANY, generation: 1 }), STEPS.keeping],
    ['the companies', addCompanies('other', [COMPANY]), STEPS.received],
    ['a new question', askAgain('other'), STEPS.keeping],
    ['a later authorization', dropReplaced('other'), STEPS.keeping],
    ['the exchange', endExchange('other', { grant: 'x' }), EXCHANGING],
  ] as const)('of another operation is not changed by %s', (_name, transition, step) => {
    expect(decided(transition as Transition<Link, unknown>, linkAt(step))).toMatchObject({ stays: true })
  })
})
