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
import { addressRow, clockRow } from '../../../../lib/cli/commands/doctor/entrance.ts'
import {
  type DoctorDeps,
  exitStatusOfRows,
  ok,
  runChecks,
  unknown,
  wrong,
} from '../../../../lib/cli/commands/doctor/row.ts'
import {
  botsRow,
  capsRow,
  cronRows,
  devicesRow,
  expiryRow,
  noticesRow,
} from '../../../../lib/cli/commands/doctor/work.ts'
import { AppError } from '../../../../lib/core/errors.ts'

const URL_OF_KURA = 'https://kura.example'
const NOW = Date.parse('2026-11-20T00:00:00Z')
const error = (code: string) => JSON.stringify({ error: 'Cannot', code })

describe('addressRow()', () => {
  test.each([
    ['kura', 401, error('signature_missing'), 'ok', ''],
    ['protection', 401, '<title>Authentication Required</title>', 'wrong', 'KURA_PROTECTION_BYPASS'],
    ['protection that speaks JSON', 401, '{"error":{"code":"401"}}', 'wrong', 'KURA_PROTECTION_BYPASS'],
    ['another name', 401, error('authority_unknown'), 'wrong', 'KURA_AUTHORITIES'],
    ['kura without settings', 503, error('settings_missing'), 'wrong', 'environment of the host'],
    ['something else', 200, '<html>', 'wrong', 'check the address'],
  ])('%s', (_name, status, body, state, mend) => {
    const row = addressRow({ status, body, date: NOW }, URL_OF_KURA)
    expect(row.state).toBe(state)
    expect(row.mend ?? '').toContain(mend)
  })
})

test.each([
  [0, 'ok', 'agrees'],
  [29_000, 'ok', 'agrees'],
  [-45_000, 'wrong', 'ahead of the host'],
  [600_000, 'wrong', '600 s behind the host'],
  [Number.NaN, 'unknown', 'does not tell'],
])('clockRow(): the host is %d ms ahead', (difference, state, found) => {
  expect(clockRow({ date: NOW - 500 + difference }, NOW)).toMatchObject({
    state,
    found: expect.stringContaining(found),
  })
})

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
  const faults = deploymentFaults({ AWS_LAMBDA_FUNCTION_NAME: 'f' }).filter(
    ({ section }) => section === 'hosting',
  )
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
    ['not reachable', { problem: 'Cannot reach it' }, undefined, ['wrong']],
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
  [{ state: 'paused', reason: 'unreachable', daysLeft: 80 }, 'unknown'],
  [{ state: 'reauthorize', reason: 'invalid_grant' }, 'wrong'],
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
  ['2027-02-01T00:00:00Z', 'ok', 'release 4, 73 days left'],
  ['2026-12-03T00:00:00Z', 'wrong', 'release 4, 13 days left'],
  ['2026-11-19T00:00:00Z', 'wrong', 'release 4 has expired'],
])('expiryRow() %s', (expires, state, found) => {
  const row = expiryRow('release 4', { check: 'release', expires, mend: 'publish', now: NOW })
  expect(row).toMatchObject({ state, found })
})

test('devicesRow() names those that are behind, silent or not whole', () => {
  const fine = { name: 'a', behind: false, silent: false, whole: true }
  expect(devicesRow([])).toMatchObject({ state: 'ok' })
  expect(devicesRow([fine])).toMatchObject({ state: 'ok' })
  const late = [
    { ...fine, name: 'b', behind: true },
    { ...fine, name: 'c', silent: true },
    { ...fine, name: 'd', whole: false },
  ]
  expect(devicesRow([fine, ...late])).toMatchObject({
    state: 'wrong',
    found: '3 of 4 behind, silent or not whole: b, c, d',
  })
})

test.each([
  [['done', 'done', 'running'], 'ok'],
  [['done', 'never', 'done'], 'ok'],
  [['never', 'silent', 'done'], 'wrong'],
  [['failed', 'done', 'done'], 'wrong'],
] as const)('cronRows() %o', (states, state) => {
  const jobs = (['refresh', 'orders', 'notices'] as const).map((job, index) => ({
    job,
    state: states[index] ?? 'done',
    problems: [],
  }))
  expect(cronRows(jobs)[0]?.state).toBe(state)
})

test('botsRow() gives the reason if no bot may write', () => {
  expect(botsRow({ decision: { use: 'channel', bot: '1', type: 0 } }).state).toBe('ok')
  const refused = { use: 'other', cause: 'not_writable', ways: [], why: 'it lacks Send Messages' } as const
  expect(botsRow({ decision: refused })).toMatchObject({ state: 'wrong', found: 'it lacks Send Messages' })
})

test('capsRow()', () => {
  expect(capsRow({ purchases: false })).toMatchObject({ state: 'ok' })
  expect(capsRow({ purchases: true })).toMatchObject({ state: 'wrong' })
  const caps = { order: 2000, day: 4000, month: 10_050 }
  expect(capsRow({ purchases: true, caps }).found).toBe(
    'US$20.00 an order, US$40.00 a day, US$100.50 a month',
  )
})

describe('runChecks()', () => {
  const deps = { context: { signal: new AbortController().signal } } as DoctorDeps
  const failing = (failure: unknown) => ({ name: 'it', run: () => Promise.reject(failure) })

  test.each([
    ['usage', 'unknown'],
    ['scope_missing', 'unknown'],
    ['remote_unreachable', 'unknown'],
    ['reauthorize', 'wrong'],
    ['release_missing', 'wrong'],
    ['key_revoked', 'wrong'],
  ] as const)('%s is a row, and the next check runs', async (code, state) => {
    const next = { name: 'next', run: async () => [ok('next', 'fine')] }
    const rows = await runChecks([failing(new AppError(code, 'Cannot', { hint: 'do it' })), next], deps)
    expect(rows).toEqual([{ check: 'it', state, found: 'Cannot', mend: 'do it' }, ok('next', 'fine')])
  })

  test('Ctrl-C and a bug end it', async () => {
    await expect(runChecks([failing(new TypeError('bug'))], deps)).rejects.toThrow('bug')
    const signal = AbortSignal.abort(new AppError('interrupted', 'Stopped by Ctrl-C'))
    await expect(
      runChecks([failing(new TypeError('bug'))], { ...deps, context: { signal } } as DoctorDeps),
    ).rejects.toThrow('Ctrl-C')
  })
})

test('exitStatusOfRows()', () => {
  const good = ok('a', '')
  const bad = wrong('b', '', '')
  const unclear = unknown('c', '', '')
  expect([[good], [good, unclear], [unclear, bad]].map(exitStatusOfRows)).toEqual([0, 3, 1])
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

test.each([
  [{ open: 2, untold: 1, unsent: 0 }, 'ok', '2 open, 1 not notified yet, 0 messages of unknown outcome'],
  [{ open: 0, untold: 0, unsent: 3 }, 'wrong', '0 open, 0 not notified yet, 3 messages of unknown outcome'],
] as const)('noticesRow() %o', (notices, state, found) => {
  expect(noticesRow(notices)).toMatchObject({ check: 'notices', state, found })
})

test('cronRows() has a row with the problems of each job that failed', () => {
  const jobs = [
    { job: 'refresh' as const, state: 'failed' as const, problems: ['no answer'] },
    { job: 'orders' as const, state: 'done' as const, problems: [] },
    { job: 'notices' as const, state: 'silent' as const, problems: [] },
  ]
  expect(cronRows(jobs).map(({ found }) => found)).toEqual(['refresh failed: no answer', 'notices silent'])
})
