import { expect, test } from 'vitest'
import { pastLimits } from '../../../../lib/cli/accounting/import/limits.ts'
import { AppError } from '../../../../lib/core/errors.ts'

const NOW = Date.UTC(2026, 5, 15, 3)

function createDeps() {
  const waits: number[] = []
  const notes: string[] = []
  const deps = {
    now: () => NOW,
    sleep: async (milliseconds: number) => void waits.push(milliseconds),
    note: (text: string) => void notes.push(text),
  }
  return { deps, waits, notes }
}

test('pastLimits() waits as long as the host says, or as the service usually takes, each time anew', async () => {
  const { deps, waits, notes } = createDeps()
  const retryAt = new Date(NOW + 90_000).toISOString()
  const refusals = [{ retryAt }, { upstream: 403 }, { upstream: 429 }]
  const ended = await pastLimits(async () => {
    const details = refusals.shift()
    if (details) throw new AppError('limited', 'too many', { details })
    return 'done'
  }, deps)
  expect(ended).toBe('done')
  expect(waits).toEqual([90_000, 600_000, 60_000])
  expect(notes[0]).toContain('in 90 s')
})

test('pastLimits() does not wait after another error', async () => {
  const { deps, waits } = createDeps()
  const error = new AppError('writes_off', 'no')
  await expect(pastLimits(() => Promise.reject(error), deps)).rejects.toBe(error)
  expect(waits).toEqual([])
})
