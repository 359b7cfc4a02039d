import { describe, expect, test } from 'vitest'
import {
  exposureNotices,
  type Finding,
  readFindings,
  storeFinding,
} from '../../lib/exposure/stored-finding.ts'
import { createMemoryStore } from '../helpers/memory-store.ts'
import { noticeWords } from '../helpers/notice-words.ts'

const found = (changes: Partial<Finding> = {}): Finding => ({
  url: 'https://kura.example',
  at: '2026-06-15T00:00:00Z',
  conclusion: 'open',
  open: ['/lib/.env'],
  ...changes,
})

describe('storeFinding()', () => {
  const rows = [
    {
      name: 'a newer one is kept',
      next: found({ at: '2026-06-16T00:00:00Z', conclusion: 'closed' }),
      want: 'closed',
    },
    {
      name: 'an older one is not',
      next: found({ at: '2026-06-14T00:00:00Z', conclusion: 'closed' }),
      want: 'open',
    },
    {
      name: 'one that could not tell closes nothing',
      next: found({ at: '2026-06-16T00:00:00Z', conclusion: 'unknown' }),
      want: 'open',
    },
  ] as const
  test.each(rows)('$name', async ({ next, want }) => {
    const store = createMemoryStore()
    await storeFinding(found(), store)
    await storeFinding(next, store)
    expect(await readFindings(store)).toMatchObject([{ conclusion: want }])
  })

  test('another host that is closed does not close this one', async () => {
    const store = createMemoryStore()
    await storeFinding(found(), store)
    const other = { url: 'http://127.0.0.1:3000', at: '2026-06-16T00:00:00Z' }
    await storeFinding(found({ ...other, conclusion: 'closed', open: [] }), store)
    expect(exposureNotices(await readFindings(store))).toMatchObject([{ key: 'exposure/kura.example' }])
  })
})

describe('exposureNotices()', () => {
  test('nothing was reported', () => expect(exposureNotices([])).toEqual([]))
  test('closed', () => expect(exposureNotices([found({ conclusion: 'closed', open: [] })])).toEqual([]))
  test('another open path is a new step; many are counted', () => {
    const [one] = exposureNotices([found()])
    const [many] = exposureNotices([found({ open: ['/a', '/b', '/c', '/d', '/e', '/f', '/g'] })])
    expect(one?.step).not.toBe(many?.step)
    expect(many && noticeWords(many)).toContain('/a, /b, /c, /d, /e +2, probed on 15 June 2026')
  })
})
