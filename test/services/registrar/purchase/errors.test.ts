import { describe, expect, test } from 'vitest'
import { english } from '../../../../lib/core/language/text.ts'
import { claimConflict, outcomeError, reasonOf } from '../../../../lib/services/registrar/purchase/errors.ts'

const DOMAIN = 'example.com'
const refusal = (code: string, status = 400, fields: string[] = []) =>
  ({ outcome: 'refused', status, code, fields }) as const
const unknown = { outcome: 'unknown', reason: 'no answer', accepted: false } as const

describe('outcomeError()', () => {
  const refusals = [
    { code: 'expected_price_mismatch', hint: /ask for a new quote/ },
    { code: 'domain_not_available', hint: /kura registrar orders/ },
    { code: 'tld_not_supported', hint: /choose another/ },
    { code: 'order_too_expensive', hint: /on its own page/ },
    { code: 'additional_contact_info_required', hint: /kura registrar quote says which/ },
    { code: 'invalid_additional_contact_info', hint: /kura registrar quote says what/ },
    { code: 'domain_too_short', hint: /must be longer/ },
    { code: 'emoji_tld_not_supported', hint: /emoji/ },
    { code: 'forbidden', status: 403, error: 'permission_missing', hint: /allowed to buy/ },
    { code: 'language_code_required', hint: /--language-code/ },
    { code: 'unauthorized', status: 401, hint: /^REGISTRAR_TOKEN must be a valid token/ },
    { code: 'not_authorized_for_scope', status: 403, error: 'permission_missing', hint: /REGISTRAR_TEAM_ID/ },
    { code: 'too_many_requests', status: 429, error: 'limited', hint: /try again later/ },
  ]
  test.each(refusals)('$code says what to do', ({ code, status = 400, error = 'remote_refused', hint }) => {
    const thrown = outcomeError(DOMAIN, refusal(code, status))
    expect(thrown).toMatchObject({
      code: error,
      message: `Cannot buy "example.com": the registrar refused it (${code})`,
      hint: expect.stringMatching(hint),
      status,
    })
    expect(thrown.details).toEqual({ upstream: status, codes: [code] })
  })

  const named = [
    { fields: ['email', 'phone'], what: "the contact's email, phone", hint: /^kura registrar quote says/ },
    { fields: ['years', 'email'], what: "the contact's years, email", hint: /^kura registrar quote says/ },
    { fields: ['expectedPrice', 'years'], what: 'expectedPrice, years', hint: undefined },
  ]
  test.each(named)('the fields $fields are named', ({ fields, what, hint }) => {
    const thrown = outcomeError(DOMAIN, refusal('undecodable', 400, fields))
    expect(thrown.message).toBe(`Cannot buy "example.com": the registrar refused ${what}`)
    expect(thrown.hint).toEqual(hint && expect.stringMatching(hint))
    expect(thrown.details).toEqual({ upstream: 400, codes: ['undecodable'], fields })
  })

  const others = [
    {
      outcome: { outcome: 'payment_required' },
      code: 'payment_required',
      message: 'Cannot buy "example.com": the team has no payment method',
      hint: /^nothing was charged/,
    },
    {
      outcome: { outcome: 'not_sent' },
      code: 'remote_unreachable',
      message: 'Cannot buy "example.com": nothing was sent',
      hint: /try again$/,
    },
    {
      outcome: unknown,
      code: 'remote_silent',
      message: 'Cannot tell whether "example.com" was bought: no answer',
      hint: /kura settle example\.com$/,
    },
  ] as const
  test.each(others)('$code', ({ outcome, code, message, hint }) => {
    expect(outcomeError(DOMAIN, outcome)).toMatchObject({ code, message, hint: expect.stringMatching(hint) })
  })
})

const reasons = [
  { outcome: unknown, want: 'no answer' },
  { outcome: { outcome: 'not_sent' }, want: 'not_sent' },
  { outcome: { outcome: 'payment_required' }, want: 'payment_required' },
  { outcome: refusal('tld_not_supported'), want: 'tld_not_supported' },
  { outcome: refusal('undecodable', 400, ['email', 'phone']), want: 'fields: email, phone' },
] as const
test.each(reasons)('the reason of a claim: $want', ({ outcome, want }) => {
  expect(english(reasonOf(outcome))).toBe(want)
})

describe('claimConflict()', () => {
  const orderId = 'order_1'
  const rows = [
    {
      name: 'an order',
      claim: { state: 'done', result: { at: 0, orderId } },
      message: 'it was bought already (order_1)',
      hint: /^see kura registrar orders example\.com; a person can release/,
      details: { orderId },
    },
    {
      name: 'a purchase without a known order',
      claim: { state: 'done', result: { at: 0 } },
      message: 'it was bought already',
      hint: /^see kura registrar orders example\.com/,
      details: {},
    },
    {
      name: 'an unknown outcome',
      claim: { state: 'unknown' },
      message: 'the outcome of the last attempt is unknown',
      hint: /kura settle example\.com$/,
      details: {},
    },
    {
      name: 'an attempt under way',
      claim: { state: 'claimed' },
      message: 'another attempt is under way',
      hint: /^see kura registrar orders example\.com$/,
      details: {},
    },
  ] as const
  test.each(rows)('$name', ({ claim, message, hint, details }) => {
    const thrown = claimConflict(DOMAIN, claim)
    expect(thrown).toMatchObject({
      code: 'conflict',
      message: `Cannot buy "example.com": ${message}`,
      hint: expect.stringMatching(hint),
    })
    expect(thrown.details).toEqual(details)
  })
})
