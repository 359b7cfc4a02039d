import { describe, expect, test } from 'vitest'
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
