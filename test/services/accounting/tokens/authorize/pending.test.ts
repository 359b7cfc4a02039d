import { describe, expect, test } from 'vitest'
import { AppError } from '../../../../../lib/core/errors.ts'
import { companiesOf, failed } from '../../../../../lib/services/accounting/tokens/authorize/code-grant.ts'
import {
  addCompanies,
  begin,
  type Claim,
  claim,
  digestOf,
  end,
  endExchange,
  type Pending,
  pendingFormat,
  pendingKey,
  read,
  STEP_LIFE,
} from '../../../../../lib/services/accounting/tokens/authorize/pending.ts'
import type { UserCompany } from '../../../../../lib/services/accounting/tokens/company.ts'

const NOW = 1_000_000
const COMPANY = { id: 1, number: '8101234567', name: 'one', role: 'admin' }
const received = { at: 'received', operation: 'a', askedAt: NOW, grant: 'sealed' } as const

function pending(step: Pending['step'] = { at: 'begun' }): Pending {
  return { client: 'kura', state: digestOf('st'), secret: 'sealed', until: NOW + 1, step }
}

function claimed(current: Pending | undefined, change: Partial<Claim> = {}) {
  return claim({ client: 'kura', state: 'st', operation: 'a', ...change })(current, NOW)
}

test('an authorization that begins drops the one before', () => {
  const terms = { client: 'kura', state: 'digest', secret: 's' }
  const until = NOW + STEP_LIFE
  expect(begin(terms)(pending(received), NOW)).toEqual({
    write: { ...terms, until, step: { at: 'begun' } },
    ttl: STEP_LIFE,
    result: until,
  })
})

describe('claim()', () => {
  test.each([{}, { state: undefined }])('gives the exchange to one operation: %j', change => {
    const step = { at: 'exchanging', operation: 'a', askedAt: NOW }
    expect(claimed(pending(), change)).toMatchObject({
      write: { step, until: NOW + STEP_LIFE },
      ttl: STEP_LIFE,
      result: { go: { secret: 'sealed' } },
    })
  })

  test.each([
    ['nothing was begun', undefined, {}, { refused: 'none' }],
    ['it has ended', { ...pending(), until: NOW }, {}, { refused: 'none' }],
    ['another application began it', pending(), { client: 'other' }, { refused: 'none' }],
    ['the state is forged', pending(), { state: 'forged' }, { refused: 'otherState' }],
    ['the state is empty', pending(), { state: '' }, { refused: 'otherState' }],
    [
      'the state of a pair that waits is forged',
      pending(received),
      { state: 'x' },
      { refused: 'otherState' },
    ],
    ['a pair waits', pending(received), {}, { begun: true }],
    [
      'another operation exchanges the code',
      pending({ at: 'exchanging', operation: 'b', askedAt: 0 }),
      {},
      { begun: true },
    ],
    [
      'the answer to this claim was lost',
      pending({ at: 'exchanging', operation: 'a', askedAt: NOW }),
      {},
      { go: { secret: 'sealed' } },
    ],
  ] as const)('changes nothing if %s', (_name, current, change, result) => {
    expect(claimed(current, change)).toEqual({ keep: true, result })
  })
})

describe('endExchange()', () => {
  const exchanging = pending({ at: 'exchanging', operation: 'a', askedAt: 7 })

  test('keeps the pair, sealed', () => {
    const want = { step: { ...received, askedAt: 7 }, until: NOW + STEP_LIFE }
    expect(endExchange('a', { grant: 'sealed' })(exchanging, NOW)).toMatchObject({ write: want })
  })

  test('lets a code be given again that the service did not use', () => {
    expect(endExchange('a', 'may send')(exchanging, NOW)).toMatchObject({ write: { step: { at: 'begun' } } })
  })

  test('ends an authorization whose code the service may have used', () => {
    expect(endExchange('a', 'unknown')(exchanging, NOW)).toEqual({ remove: true, result: undefined })
  })

  test.each([undefined, pending(), pending({ at: 'exchanging', operation: 'b', askedAt: 7 })])(
    'leaves a record of another operation: %j',
    current => {
      expect(endExchange('a', { grant: 'g' })(current, NOW)).toEqual({ keep: true, result: undefined })
    },
  )
})

test('the companies and the end belong to the operation that has received the pair', () => {
  expect(addCompanies('a', [COMPANY])(pending(received), NOW)).toMatchObject({
    write: { step: { companies: [COMPANY] } },
  })
  expect(end('a')(pending(received), NOW)).toEqual({ remove: true, result: undefined })
  for (const current of [undefined, pending(), pending({ ...received, operation: 'b' })]) {
    expect(addCompanies('a', [COMPANY])(current, NOW)).toEqual({ keep: true, result: undefined })
    expect(end('a')(current, NOW)).toEqual({ keep: true, result: undefined })
  }
})

test('each owner has a record, which is read back as it was written', () => {
  expect(pendingKey('mei:admin:1')).not.toBe(pendingKey('hana:admin:1'))
  const stored = pending({ ...received, companies: [COMPANY] })
  expect(pendingFormat.parse(pendingFormat.format(stored))).toEqual(stored)
  expect(read('kura')(stored, NOW)).toEqual({ keep: true, result: { pending: stored, now: NOW } })
  expect(read('other')(stored, NOW)).toEqual({ keep: true, result: { pending: undefined, now: NOW } })
})

const NAMED = { id: 1, number: '8101234567', name: '' }
const ONE = { ...NAMED, name: 'one', role: 'admin' }
const TWO = { id: 2, number: '0091234567', name: 'two' }
const REFUSED = new AppError('permission_missing', 'Cannot list the companies: permit them')
const DOWN = new AppError('remote_refused', 'Cannot list the companies: status 500')

describe('companiesOf()', () => {
  const ask = (company: typeof NAMED | undefined, answer: readonly UserCompany[] | AppError) => {
    const companies = async () => {
      if (answer instanceof AppError) throw answer
      return answer
    }
    return companiesOf({ accessToken: 'token', company }, { companies })
  }

  test.each([
    { name: 'the named company as the service lists it', company: NAMED, answer: [TWO, ONE], want: [ONE] },
    { name: 'the named company if the list lacks it', company: NAMED, answer: [TWO], want: [NAMED] },
    { name: 'the named company without a permission', company: NAMED, answer: REFUSED, want: [NAMED] },
    { name: 'all of the user if none is named', company: undefined, answer: [ONE, TWO], want: [ONE, TWO] },
  ])('gives $name', async ({ company, answer, want }) => {
    expect(await ask(company, answer)).toEqual(want)
  })

  test.each([
    { name: 'without a permission if none is named', company: undefined, answer: REFUSED, error: REFUSED },
    { name: 'if the service fails', company: NAMED, answer: DOWN, error: DOWN },
    {
      name: 'if nobody says whose books these are',
      company: undefined,
      answer: [],
      error: {
        code: 'authorization_failed',
        message: expect.stringContaining('the service does not say whose books these are'),
        hint: expect.stringContaining("permit companies on the application's page"),
      },
    },
  ])('fails $name', async ({ company, answer, error }) => {
    await expect(ask(company, answer)).rejects.toMatchObject(error)
  })
})

test('a failed authorization has a cause only if there is one', () => {
  expect(failed('x')).not.toHaveProperty('cause')
  expect(failed('x', DOWN)).toMatchObject({ cause: DOWN, hint: expect.stringContaining('begin again') })
})
