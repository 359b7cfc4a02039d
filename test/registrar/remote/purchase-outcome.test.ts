import { describe, expect, test } from 'vitest'
import { AppError } from '../../../lib/errors.ts'
import { outcomeError, reasonOf } from '../../../lib/registrar/purchase/errors.ts'
import { outcomeFromFailure, outcomeFromReply } from '../../../lib/registrar/remote/purchase-outcome.ts'
import { CONTACT_TEXTS } from '../../helpers/remotes/registrar-sandbox.ts'

const reply = (status: number, body?: unknown) => ({ status, body, headers: new Headers() })
const flat = (status: number, code: string, message = '') => reply(status, { status, code, message })
const refused = (status: number, code: string, fields: string[] = []) => ({
  outcome: 'refused',
  status,
  code,
  fields,
})

describe('outcomeFromReply()', () => {
  const rows = [
    {
      name: 'an order',
      input: reply(200, { orderId: 'o1', _links: {} }),
      want: { outcome: 'ordered', orderId: 'o1' },
    },
    {
      name: 'a yes without an order',
      input: reply(200, {}),
      want: { outcome: 'unknown', reason: 'accepted without an order', accepted: true },
    },
    {
      name: 'another price',
      input: flat(400, 'expected_price_mismatch'),
      want: refused(400, 'expected_price_mismatch'),
    },
    {
      name: 'one field in issues',
      input: reply(400, {
        issues: [{ path: ['contactInformation', 'firstName'], message: 'x' }],
        message: 'x',
      }),
      want: refused(400, 'undecodable', ['firstName']),
    },
    {
      name: 'listed fields',
      input: reply(400, {
        issues: [
          { path: ['contactInformation', 'city'] },
          { path: ['contactInformation', 'zip'] },
          { path: ['years'] },
        ],
        message: '',
      }),
      want: refused(400, 'undecodable', ['city', 'zip', 'years']),
    },
    {
      name: 'an issue whose path is no name',
      input: reply(400, {
        issues: [{ path: [{ _tag: 'symbol', key: 'x' }] }, { path: [0] }, {}],
        message: '',
      }),
      want: refused(400, 'undecodable'),
    },
    {
      name: 'a message that names the field',
      input: flat(400, 'bad_request', 'Missing required contact field: address1'),
      want: refused(400, 'bad_request', ['address1']),
    },
    {
      name: 'a message that names it in words',
      input: reply(400, { error: { code: 'invalid', message: 'Last name is required (state too)' } }),
      want: refused(400, 'invalid', ['lastName']),
    },
    {
      name: 'a message of a plain code that has such a word',
      input: flat(400, 'domain_not_available', 'The state of the domain is taken'),
      want: refused(400, 'domain_not_available'),
    },
    {
      name: 'no payment method',
      input: flat(402, 'payment_required'),
      want: { outcome: 'payment_required' },
    },
    {
      name: 'no payment method under another status',
      input: flat(400, 'missing_payment_method'),
      want: { outcome: 'payment_required' },
    },
    {
      name: 'too many requests',
      input: flat(429, 'too_many_requests'),
      want: refused(429, 'too_many_requests'),
    },
    { name: 'a bad token', input: flat(401, 'unauthorized'), want: refused(401, 'unauthorized') },
    { name: 'a 4xx without JSON', input: reply(404, undefined), want: refused(404, 'undecodable') },
    {
      name: 'a code that quotes something',
      input: flat(400, 'hanako@x.example'),
      want: refused(400, 'undecodable'),
    },
    {
      name: 'a time-out',
      input: reply(408),
      want: { outcome: 'unknown', reason: 'status 408', accepted: false },
    },
    {
      name: 'a 5xx',
      input: flat(500, 'internal_server_error'),
      want: { outcome: 'unknown', reason: 'status 500', accepted: false },
    },
    {
      name: 'a redirect',
      input: reply(307),
      want: { outcome: 'unknown', reason: 'status 307', accepted: false },
    },
  ]
  test.each(rows)('$name', ({ input, want }) => expect(outcomeFromReply(input)).toEqual(want))
})

describe('outcomeFromFailure()', () => {
  const rows = [
    { code: 'remote_unreachable', want: { outcome: 'not_sent' } },
    { code: 'remote_silent', want: { outcome: 'unknown', reason: 'no answer', accepted: false } },
    { code: 'remote_answer', want: { outcome: 'unknown', accepted: false } },
  ] as const
  test.each(rows)('$code', ({ code, want }) => {
    expect(outcomeFromFailure(new AppError(code, 'x'))).toMatchObject(want)
  })

  test('anything else is unknown', () => {
    expect(outcomeFromFailure(new TypeError('x'))).toMatchObject({ outcome: 'unknown' })
  })
})

describe('outcomeError()', () => {
  const rows = [
    {
      name: 'a field',
      input: flat(400, 'bad_request', 'phone is bad'),
      want: { code: 'remote_refused', status: 400 },
      reason: 'fields: phone',
    },
    {
      name: 'a code',
      input: flat(400, 'tld_not_supported'),
      want: { code: 'remote_refused' },
      reason: 'tld_not_supported',
    },
    {
      name: 'the limit',
      input: flat(429, 'too_many_requests'),
      want: { code: 'limited', status: 429 },
      reason: 'too_many_requests',
    },
    {
      name: 'no payment method',
      input: flat(402, 'x'),
      want: { code: 'payment_required' },
      reason: 'payment_required',
    },
    { name: 'a 5xx', input: reply(503), want: { code: 'remote_silent' }, reason: 'status 503' },
  ]
  test.each(rows)('$name is told apart', ({ input, want, reason }) => {
    const outcome = outcomeFromReply(input)
    if (outcome.outcome === 'ordered') throw new Error('ordered')
    expect(outcomeError('example.com', outcome)).toMatchObject(want)
    expect(reasonOf(outcome)).toBe(reason)
  })

  const told = [
    {
      path: ['contactInformation', 'zip'],
      want: /refused the contact's zip$/,
      hint: /what each field must be/,
    },
    { path: ['years'], want: /refused years$/, hint: undefined },
  ]
  test.each(told)('$path is named for what it is', ({ path, want, hint }) => {
    const outcome = outcomeFromReply(reply(400, { issues: [{ path }], message: '' }))
    if (outcome.outcome === 'ordered') throw new Error('ordered')
    const error = outcomeError('example.com', outcome)
    expect(error.message).toMatch(want)
    if (hint) expect(error.hint).toMatch(hint)
    else expect(error.hint).toBeUndefined()
  })

  test('what the registrar quotes goes nowhere', () => {
    const message = `firstName ${CONTACT_TEXTS.join(' ')}`
    for (const input of [
      flat(400, 'bad_request', message),
      reply(400, { issues: [{ path: ['x'], message }], message }),
    ]) {
      const outcome = outcomeFromReply(input)
      if (outcome.outcome === 'ordered') throw new Error('ordered')
      const { stack: _, ...error } = outcomeError('example.com', outcome)
      const shown = JSON.stringify([outcome, error, outcomeError('example.com', outcome).message])
      for (const text of CONTACT_TEXTS) expect(shown).not.toContain(text)
    }
  })
})
