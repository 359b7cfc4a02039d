import { describe, expect, test } from 'vitest'
import { AppError } from '../../../../lib/core/errors.ts'
import { english } from '../../../../lib/core/language/text.ts'
import { outcomeError } from '../../../../lib/services/registrar/purchase/errors.ts'
import type { PurchaseOutcome } from '../../../../lib/services/registrar/remote/purchase-outcome.ts'
import {
  outcomeFromFailure,
  outcomeFromReply,
} from '../../../../lib/services/registrar/remote/purchase-outcome.ts'
import { CONTACT_TEXTS } from '../../../helpers/remotes/registrar-sandbox.ts'

const reply = (status: number, body?: unknown) => ({ status, body, headers: new Headers() })
const flat = (status: number, code: string, message = '') => reply(status, { status, code, message })
const unknown = (reason: string) => ({ outcome: 'unknown', reason, accepted: false })

/** The outcome, with its reason in English. */
const told = (outcome: PurchaseOutcome) =>
  outcome.outcome === 'unknown' ? { ...outcome, reason: english(outcome.reason) } : outcome
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
      want: unknown('status 400'),
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
      name: 'a message that names two fields: the first counts',
      input: flat(400, 'bad_request', 'zip and firstName are bad'),
      want: refused(400, 'bad_request', ['zip']),
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
    {
      name: 'a code that quotes something',
      input: flat(400, 'hanako@x.example'),
      want: unknown('status 400'),
    },
    { name: 'a time-out', input: reply(408), want: unknown('status 408') },
    {
      name: 'a 5xx',
      input: flat(500, 'internal_server_error'),
      want: unknown('status 500 internal_server_error'),
    },
    { name: 'a redirect', input: reply(307), want: unknown('status 307') },
  ]
  test.each(rows)('$name', ({ input, want }) => expect(told(outcomeFromReply(input))).toEqual(want))
})

describe('a status and a body', () => {
  const bodies = {
    nothing: undefined,
    'JSON null': null,
    text: 'Bad gateway',
    'an empty object': {},
    'an empty list': [],
    'an unknown code': { status: 400, code: 'conflict', message: 'Something is wrong' },
    'a wrapped unknown code': { error: { code: 'not_found', message: 'No such route' } },
    'issues that name nothing': { issues: [{ path: [0] }], message: 'x' },
    'a documented code': { code: 'domain_not_available', message: '' },
    'a documented code, wrapped': { error: { code: 'expected_price_mismatch', message: '' } },
    'an issue that names a field': { issues: [{ path: ['contactInformation', 'zip'] }], message: '' },
    'a message that names a field': { code: 'bad_request', message: 'postal data: zip is bad' },
    'a message that names the price': { code: 'bad_request', message: 'The price has changed' },
    'a code that names the price': { code: 'expectedPrice_wrong', message: '' },
    'a code that asks for payment': { code: 'payment_method_required', message: '' },
  } as const
  type Body = keyof typeof bodies
  const ALL = Object.keys(bodies) as Body[]
  const TELLING: readonly Body[] = ALL.slice(ALL.indexOf('a documented code'))
  const [UNDECODABLE, SILENT] = [ALL.slice(0, 2), ALL.slice(2, ALL.indexOf('a documented code'))]
  const outcomes = (status: number) =>
    Object.fromEntries(ALL.map(body => [body, outcomeFromReply(reply(status, bodies[body])).outcome]))
  const all = (outcome: string) => Object.fromEntries(ALL.map(body => [body, outcome]))

  test.each([401, 403, 429])('%i is a refusal, whatever the body is', status => {
    expect(outcomes(status)).toEqual(all('refused'))
  })

  test.each([400, 404, 405, 410, 413, 415, 422, 451])('%i is a refusal only if the body says why', status => {
    const entries = ALL.map(body => [body, TELLING.includes(body) ? 'refused' : 'unknown'])
    expect(outcomes(status)).toEqual({
      ...Object.fromEntries(entries),
      'a code that asks for payment': 'payment_required',
    })
  })

  test('402 in JSON asks for payment', () => {
    const entries = [...SILENT, ...TELLING].map(body => [body, 'payment_required'])
    expect(outcomes(402)).toEqual({
      ...Object.fromEntries([...UNDECODABLE.map(body => [body, 'unknown']), ...entries]),
    })
  })

  test.each([408, 409, 425, 499])('%i is unknown, whatever the body is', status => {
    expect(outcomes(status)).toEqual(all('unknown'))
  })

  test.each([199, 300, 307, 400, 500])('%i accepts nothing, even with an order in it', status => {
    expect(outcomeFromReply(reply(status, { orderId: 'o1' })).outcome).toBe('unknown')
  })

  test.each([301, 307, 399, 500, 502, 503, 504, 599])('%i is no refusal either', status => {
    expect(outcomes(status)).toEqual(all('unknown'))
  })

  test.each(['payment_pending', 'payment_processing', 'repayment_required'])(
    'the code %s does not say that nothing was charged',
    code => expect(outcomeFromReply(flat(400, code)).outcome).toBe('unknown'),
  )

  test.each([
    'expected_price_mismatch',
    'domain_not_available',
    'tld_not_supported',
    'order_too_expensive',
    'additional_contact_info_required',
    'invalid_additional_contact_info',
    'language_code_required',
    'domain_too_short',
    'emoji_tld_not_supported',
  ])('the documented code %s frees the claim, its message names no field', code => {
    const message = 'the zip code of the state'
    expect(told(outcomeFromReply(flat(400, code, message)))).toEqual(refused(400, code))
  })
})

describe('outcomeFromFailure()', () => {
  const rows = [
    { code: 'remote_unreachable', want: { outcome: 'not_sent' } },
    { code: 'remote_silent', want: { outcome: 'unknown', reason: 'no answer', accepted: false } },
    {
      code: 'remote_answer',
      want: { outcome: 'unknown', reason: 'an answer that could not be read', accepted: false },
    },
  ] as const
  test.each(rows)('$code', ({ code, want }) => {
    expect(told(outcomeFromFailure(new AppError(code, 'x')))).toMatchObject(want)
  })

  test('anything else is unknown', () => {
    expect(told(outcomeFromFailure(new TypeError('x')))).toMatchObject({ outcome: 'unknown' })
  })
})

describe('outcomeError()', () => {
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
