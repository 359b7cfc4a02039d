import { describe, expect, test } from 'vitest'
import { addressRow, clockRow } from '../../../../lib/cli/commands/doctor/entrance.ts'
import {
  type DoctorDeps,
  exitStatusOfRows,
  ok,
  runChecks,
  unknown,
  wrong,
} from '../../../../lib/cli/commands/doctor/row.ts'
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
