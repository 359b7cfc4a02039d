import { describe, expect, test } from 'vitest'
import { deploymentFaults } from '../../../../lib/app/health/deployment-faults.ts'
import {
  functionsRow,
  regionRows,
  seenRow,
  settingRows,
  storeRows,
  tokenRow,
} from '../../../../lib/cli/commands/doctor/deployment.ts'
import { ok } from '../../../../lib/cli/commands/doctor/row.ts'
import { english } from '../../../../lib/core/language/text.ts'

test('settingRows() has a row for every fault', () => {
  const faults = [
    { section: 'chat', missing: ['A', 'B'], invalid: ['one', 'two'] },
    { section: 'store', missing: [], invalid: [] },
  ]
  expect(settingRows('settings', faults, 'set them').map(({ found }) => found)).toEqual([
    'chat: A, B not set',
    'one',
    'two',
  ])
  expect(settingRows('settings', [], 'set them')).toEqual([ok('settings', 'all can be used')])
})

test('settingRows() names the box to tick if the host does not say what it runs', () => {
  const faults = deploymentFaults({ AWS_LAMBDA_FUNCTION_NAME: 'f' })
    .filter(({ section }) => section === 'hosting')
    .map(fault => ({ ...fault, invalid: fault.invalid.map(english) }))
  expect(settingRows('settings', faults, 'set them')).toEqual([
    {
      check: 'settings',
      state: 'wrong',
      found: expect.stringContaining('tick "Automatically expose System Environment Variables"'),
      mend: 'tick that box, deploy again, and leave VERCEL_ENV to the host',
    },
  ])
})

describe('storeRows()', () => {
  const host = { deployment: 'production', region: 'hnd1' } as const
  const confirmed = { confirmed: true, since: '2026-11-01T00:00:00.000Z' }
  const good = { kind: 'upstash', milliseconds: 4, eviction: 'noeviction' } as const
  test.each([
    ['all is well', good, confirmed, ['ok', 'ok', 'ok']],
    ['in another region', { ...good, milliseconds: 150 }, confirmed, ['wrong', 'ok', 'ok']],
    ['it evicts', { ...good, eviction: 'allkeys-lru' }, confirmed, ['ok', 'wrong', 'ok']],
    ['it does not tell', { kind: 'upstash', milliseconds: 4 } as const, confirmed, ['ok', 'unknown', 'ok']],
    ['no replica', good, { ...confirmed, confirmed: false }, ['ok', 'ok', 'wrong']],
    ['nothing written', good, undefined, ['ok', 'ok', 'unknown']],
    ['a file', { kind: 'embedded', milliseconds: 1 } as const, undefined, ['ok']],
    ['not reachable', { problem: { text: 'Cannot reach it' } }, undefined, ['wrong']],
  ])('%s', (_name, store, durability, want) => {
    expect(storeRows({ store, ...host }, durability).map(({ state }) => state)).toEqual(want)
  })
})

test.each([
  ['the same', { deployment: 'production', region: 'hnd1' }, 'hnd1', ['ok']],
  ['another', { deployment: 'production', region: 'iad1' }, 'hnd1', ['wrong']],
  ['one of a preview', { deployment: 'preview', region: 'iad1' }, 'hnd1', ['wrong']],
  ['that of the local host', { deployment: 'local', region: 'iad1' }, 'hnd1', []],
  ['not told', { deployment: 'production' }, 'hnd1', []],
  ['not named here', { deployment: 'production', region: 'hnd1' }, undefined, []],
] as const)('regionRows() of a region that is %s', (_name, health, named, want) => {
  expect(regionRows(health, named).map(({ state }) => state)).toEqual(want)
})

test('regionRows() and storeRows() name both places', () => {
  const [row] = regionRows({ deployment: 'production', region: 'iad1' }, 'hnd1')
  expect(row?.found).toBe('the functions run in iad1, and vercel.json names hnd1')
  const [store] = storeRows(
    { store: { kind: 'upstash', milliseconds: 150 }, deployment: 'production', region: 'hnd1' },
    undefined,
  )
  expect(store?.found).toBe(
    'a read takes 150 ms, asked from hnd1: too long for a database in the same region',
  )
})

test.each([
  [undefined, 'ok'],
  [{ state: 'current', daysLeft: 80 }, 'ok'],
  [{ state: 'refreshing', daysLeft: 80 }, 'ok'],
  [{ state: 'current', daysLeft: 13 }, 'wrong'],
  [{ state: 'paused', reason: { text: 'unreachable' }, daysLeft: 80 }, 'unknown'],
  [{ state: 'reauthorize', reason: { text: 'invalid_grant' } }, 'wrong'],
  [{ state: 'current', obstacle: 'sealed', daysLeft: 80 }, 'wrong'],
  [{ state: 'unauthorized' }, 'wrong'],
])('tokenRow() %o', (token, state) => {
  expect(tokenRow(token ? { token } : {}).state).toBe(state)
})

test('tokenRow() names the button that authorizes', () => {
  expect(tokenRow({ token: { state: 'unauthorized' } })).toMatchObject({
    mend: expect.stringContaining('press "Authorize the books" on the page Connections'),
  })
})

test.each([
  [
    'one version and region',
    [
      ['admin', 404, 'dpl_1 in hnd1'],
      ['chat', 404, 'dpl_1 in hnd1'],
    ],
    'ok',
  ],
  [
    'two regions',
    [
      ['admin', 404, 'dpl_1 in hnd1'],
      ['chat', 404, 'dpl_1 in iad1'],
    ],
    'wrong',
  ],
  [
    'a function that fails',
    [
      ['admin', 404, 'dpl_1 in hnd1'],
      ['chat', 503, undefined],
    ],
    'wrong',
  ],
  [
    'a key that is refused',
    [
      ['admin', 401, undefined],
      ['chat', 401, undefined],
    ],
    'unknown',
  ],
] as const)('functionsRow(): %s', (_name, answers, state) => {
  expect(functionsRow(answers.map(([name, status, running]) => ({ name, status, running }))).state).toBe(
    state,
  )
})

test('functionsRow() says which version all functions run', () => {
  const answers = ['admin', 'chat'].map(name => ({ name, status: 404, running: 'dpl_1 in hnd1' }))
  expect(functionsRow(answers).found).toBe('all 2 run version dpl_1 in hnd1')
})

test.each([
  { name: 'never', seen: { added: ['A', 'B'] }, found: '2, for the first time' },
  { name: 'unchanged', seen: { at: '2026-11-19T00:00:00Z' }, found: 'unchanged since 2026-11-19T00:00:00Z' },
  {
    name: 'changed',
    seen: { at: '2026-11-19T00:00:00Z', added: ['C'], changed: ['A', 'B'] },
    found: 'since 2026-11-19T00:00:00Z: added C; changed A, B',
  },
])('seenRow() of settings that were recorded: $name', ({ seen, found }) => {
  expect(seenRow({ added: [], changed: [], removed: [], ...seen })).toEqual(ok('settings seen', found))
})
