/** The exit status of `kura sync`, for results that a real disk gives only at moments that a test cannot choose. */
import { expect, test, vi } from 'vitest'
import { runSync } from '../../../../lib/cli/commands/device/sync.ts'
import { createOutput } from '../../../../lib/cli/terminal/output.ts'
import { sync } from '../../../../lib/device/sync/sync.ts'

vi.mock('../../../../lib/device/sync/sync.ts', () => ({ sync: vi.fn() }))

const RESULT = {
  release: 1,
  changed: 0,
  removed: 0,
  unchanged: 0,
  bytes: 0,
  requests: 1,
  line: '',
  changes: { added: [], updated: [], repaired: [], removed: [], kept: [] },
  indexWritten: false,
  replaced: [],
  recovered: 'none' as const,
  program: { outcome: 'none' as const },
  waiting: [],
  warnings: [],
}

test.each([
  { counts: { expected: 3, installed: 3, indexed: 3 }, want: 0 },
  { counts: { expected: 3, installed: 2, indexed: 3 }, want: 1 },
  { counts: { expected: 3, installed: 3, indexed: 2 }, want: 1 },
])('$counts ends with $want', async ({ counts, want }) => {
  vi.mocked(sync).mockResolvedValue({ ...RESULT, ...counts })
  const sink = { write: () => undefined }
  const exit = vi.fn()
  const output = createOutput({ out: sink, err: sink, json: false })
  await runSync('.', { output, signal: new AbortController().signal, exit })
  expect(exit.mock.calls).toEqual(want === 0 ? [] : [[want]])
})

const EXPIRED = 'release 3 expired on 2026-11-22T15:30:00.000Z: publish a new one'

test.each([
  {
    locale: { language: 'en', timezone: 'UTC' } as const,
    want: `"要件.xlsx" is open in another program and waits: close it there, then sync again\nwarning: ${EXPIRED}; also\n`,
  },
  {
    locale: { language: 'ja', timezone: 'Asia/Tokyo' } as const,
    want: `「要件.xlsx」がほかのプログラムで開かれているため、更新を待っています。ファイルを閉じてから、もう一度同期してください\n注意：リリース 3の有効期限が切れています（2026-11-22T15:30:00.000Z）。新しいリリースを発行してください、「also」\n`,
  },
])('a person reads what to do in $locale.language', async ({ locale, want }) => {
  const counts = { expected: 3, installed: 2, indexed: 3 }
  const warnings = [`${EXPIRED}; also`]
  vi.mocked(sync).mockResolvedValue({ ...RESULT, ...counts, waiting: ['要件.xlsx'], warnings })
  let err = ''
  const sink = { write: () => undefined }
  const kept = {
    write(text: string | Uint8Array) {
      err += String(text)
    },
  }
  const output = createOutput({ out: sink, err: kept, json: false, locale })
  await runSync('.', { output, signal: new AbortController().signal, exit: () => undefined })
  expect(err).toBe(want)
})
