/** Every text of kura has a Japanese form: for all states, flags, causes and kinds of failure. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { viewClaim } from '../../../lib/core/claims/claim.ts'
import { AppError } from '../../../lib/core/errors.ts'
import { phrase } from '../../../lib/core/language/catalogue.ts'
import { outside, quotedReason } from '../../../lib/core/language/outside.ts'
import { sayIn, textOf } from '../../../lib/core/language/text.ts'
import type { Reason } from '../../../lib/core/phrase.ts'
import { errorFromResponse, unreadableReply } from '../../../lib/core/remote/error-from-response.ts'
import { failure } from '../../../lib/core/remote/fetch-remote.ts'
import { PROFILE as ACCOUNTING } from '../../../lib/services/accounting/remote/client.ts'
import { checkTaxCode, chooseTaxCode } from '../../../lib/services/accounting/taxes/choose-code.ts'
import { readIssueDate } from '../../../lib/services/accounting/taxes/issue-date.ts'
import { DEAL_FLAGS } from '../../../lib/services/accounting/taxes/words.ts'
import { processTokenReply } from '../../../lib/services/accounting/tokens/exchange/refresh.ts'
import { decide, type Observation } from '../../../lib/services/chat/channel/decide.ts'
import { summaryLines } from '../../../lib/services/chat/delivery/rows.ts'
import { PROFILE as CHAT, CODE, wordsOf } from '../../../lib/services/chat/remote/errors.ts'
import { ownerName, STATUS } from '../../../lib/services/chat/status/words.ts'
import { JOBS } from '../../../lib/services/notices/daily-jobs.ts'
import { jobItems } from '../../../lib/services/notices/words.ts'
import { orderItems } from '../../../lib/services/registrar/orders/notice-words.ts'
import { reasonOf } from '../../../lib/services/registrar/purchase/errors.ts'
import { PROFILE as REGISTRAR } from '../../../lib/services/registrar/remote/client.ts'
import {
  outcomeFromFailure,
  outcomeFromReply,
} from '../../../lib/services/registrar/remote/purchase-outcome.ts'
import { englishWords, JAPANESE } from '../../helpers/notice-words.ts'

const say = sayIn(JAPANESE)

const NAMES = ['READ_MESSAGE_HISTORY', 'SEND_MESSAGES']

function inJapanese(reason: Reason): string {
  return textOf(quotedReason(reason), JAPANESE)
}

function expectJapanese(text: Reason, ja = inJapanese(text)): void {
  expect(ja, 'it is known').not.toMatch(/^$|^「[^」]*」$/)
  expect(englishWords(ja, NAMES), ja).toEqual([])
}

describe('why a channel is not used', () => {
  const bot = { id: '1', name: 'one' }
  const rows: Record<string, Observation[]> = {
    group: [{ bot, saw: { type: 3 } }],
    unreachable: [{ bot, saw: { status: 403, code: CODE.missingAccess }, inServer: true }],
    not_in_server: [{ bot, saw: { status: 403, code: CODE.missingAccess }, inServer: false }],
    no_text: [{ bot, saw: { type: 4 } }],
    thread_closed: [{ bot, saw: { type: 11, closed: true } }],
    not_writable: [{ bot, saw: { type: 0, lacks: ['SEND_MESSAGES'] } }],
    unknown_channel: [{ bot, saw: { status: 404, code: CODE.unknownChannel } }],
    refused: [
      { bot, saw: { status: 401, code: 0 } },
      { bot, saw: { status: 403, code: 40001 } },
    ],
    no_bot: [],
  }
  test.each(Object.entries(rows))('%s', (cause, observations) => {
    const decision = decide(observations)
    if (decision.use !== 'other') throw new Error(`"${cause}" was used`)
    expect(decision.cause).toBe(cause)
    expectJapanese(decision.why)
  })

  test('and who gave no answer', () => {
    const silent = decide([...(rows['group'] ?? []), { bot, saw: { unanswered: 'x' } }])
    if (silent.use === 'other') expectJapanese(silent.why, inJapanese(silent.why).replace('one', ''))
    expect(silent.use).toBe('other')
  })
})

test.each(
  [...Object.values(CODE), 50008, 50035, 0, 12345].flatMap(code => [
    [401, code] as const,
    [403, code] as const,
  ]),
)('a refusal of the chat platform with %i and code %i', (status, code) =>
  expectJapanese(wordsOf({ status, code })),
)

describe('flags of a deal', () => {
  const table = [{ code: 1, name: '課対仕入（控50）10%' }]
  const question = { issueDate: '2026-10-01', table }
  const rows = [
    ...[
      'tomorrow',
      '03/04/05',
      '2026-1/2',
      '2026-02-30',
      '1980-01-01',
      '2099-01-01',
      '2/3',
      '2020-01-01',
      '2024-01-01',
    ].map(text => readIssueDate(text, { today: '2026-11-22' })),
    ...chooseTaxCode({ rate: 10, qualified: false }, question).flags,
    ...chooseTaxCode({ rate: 10, qualified: false }, { ...question, issueDate: '2040-01-01' }).flags,
    ...checkTaxCode(1, { ...question, issueDate: '2025-01-01' }),
    ...checkTaxCode(1, { ...question, issueDate: '2040-01-01' }),
    { reason: phrase(DEAL_FLAGS.refund) },
  ].map(flag => ('reason' in flag ? flag.reason : 'not flagged'))
  test.each(rows)('%o', reason => {
    const inLine = phrase(DEAL_FLAGS.inLine, { line: 2, reason })
    expectJapanese(inLine)
    expect(inJapanese(inLine), 'quotes are Japanese too').not.toContain('"')
  })
})

describe('what became of a call', () => {
  const call = { method: 'POST', path: '/x', reply: {} as never } as const
  const reply = (status: number, body: unknown = {}) => ({ status, headers: new Headers(), body })
  const request = { remote: 'x', method: 'POST', url: new URL('https://x.example/') }
  const failures = [ACCOUNTING, REGISTRAR, CHAT].flatMap(profile => [
    ...[400, 401, 402, 403, 404, 429, 500].map(
      status => errorFromResponse(call, { reply: reply(status) }, profile)?.phrase ?? '',
    ),
    unreadableReply(call, { reply: reply(200) }, profile).phrase ?? '',
  ])
  const network = ['ECONNREFUSED', 'ECONNRESET'].map(
    code => failure(request, Object.assign(new Error(code), { code })).phrase ?? '',
  )
  test.each([...failures, ...network])('%o', reason => expectJapanese(reason))

  test.each([
    outcomeFromReply(reply(500)),
    outcomeFromReply(reply(409, { error: { code: 'conflict' } })),
    outcomeFromReply(reply(200)),
    outcomeFromFailure(new AppError('remote_silent', 'x')),
    outcomeFromFailure(new AppError('remote_answer', 'x')),
  ])('a purchase: %o', outcome => {
    if (outcome.outcome !== 'unknown') throw new Error('its outcome is known')
    expectJapanese(outcome.reason)
  })

  test.each([
    { outcome: 'not_sent' },
    { outcome: 'payment_required' },
    { outcome: 'refused', status: 400, code: 'undecodable', fields: ['email'] },
  ] as const)('a purchase that failed: %o', outcome => expectJapanese(reasonOf(outcome)))

  test.each([500, 403, 200])('a refresh that was answered with %i', status => {
    const outcome = processTokenReply(status, {})
    expect('reason' in outcome).toBe(true)
    if ('reason' in outcome) expectJapanese(outcome.reason)
  })

  test('a process that ended', () => {
    const claim = {
      state: 'claimed',
      until: 0,
      steps: [],
      name: '',
      digest: '',
      operation: '',
      flags: [],
    } as const
    expectJapanese(viewClaim(claim, 1).reason ?? '')
  })
})

test.each(JOBS)('the daily job %s', job => {
  const { line: lineOf, name: nameOf } = jobItems.cron_silent
  const facts = { job, since: 0, ran: true }
  const line = textOf(lineOf(facts), JAPANESE)
  const name = textOf(nameOf(facts), JAPANESE)
  expect([line, name].flatMap(text => englishWords(text))).toEqual([])
})

describe('the parts of kura that may not be read', () => {
  const source = (file: string) => readFileSync(join(import.meta.dirname, '../../../lib/app', file), 'utf8')
  const owners = [
    ...source('notices.ts').matchAll(/owner: '(\w+)'/g),
    ...source('open-items/status.ts').matchAll(/read\('(\w+)'/g),
  ].map(([, owner = '']) => owner)
  test.each([...new Set(owners)])('%s', owner => {
    const line = say(STATUS.unread, { owner: ownerName(owner), reason: outside('their words') })
    expect(englishWords(line)).toEqual([])
    expect(line).not.toContain(owner)
  })
})

test.each(['purchasing', 'completed', 'missing', 'unread'] as const)('an order that is %s', what => {
  const facts = { domain: 'x.example', what, since: 0, reason: 'their words' }
  expect(englishWords(textOf(orderItems.order_delayed.line(facts), JAPANESE))).toEqual([])
})

test.each(['refused', 'limited', 'unknown', 'in_progress', 'waiting', 'conflict'] as const)(
  'a target of a delivery that is %s',
  state => {
    const target = { label: 'the channel', id: '1', state, reason: 'their words' }
    const lists = { reached: [], answered: [], silent: [], unread: [] }
    const summary = {
      name: 'd',
      way: 'channel',
      by: 'b',
      at: '',
      unreached: [target],
      complete: false,
      ...lists,
    } as const
    const lines = summaryLines(structuredClone(summary) as never).map(line => textOf(line, JAPANESE))
    expect(englishWords(lines.join('\n').replace(/kura settle --kind message/, ''))).toEqual([])
  },
)
