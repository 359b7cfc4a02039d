import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pastLimits, untilReleased } from '../../../../../lib/cli/commands/accounting/imports/limits.ts'
import { type UploadDeps, uploadFile } from '../../../../../lib/cli/commands/accounting/imports/upload.ts'
import { AppError } from '../../../../../lib/core/errors.ts'
import { NEUTRAL } from '../../../../../lib/core/language/language.ts'
import { sayIn } from '../../../../../lib/core/language/text.ts'
import { temporaryDirectory } from '../../../../helpers/temporary-directory.ts'

const NOW = Date.UTC(2026, 5, 15, 3)

function createDeps() {
  const waits: number[] = []
  const notes: string[] = []
  const deps = {
    now: () => NOW,
    sleep: async (milliseconds: number) => void waits.push(milliseconds),
    note: (text: string) => void notes.push(text),
    wait: false,
    say: sayIn(NEUTRAL),
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

const down = () => new AppError('remote_answer', 'down', { details: { upstream: 503 } })

test.each([
  { name: 'an outage', error: down() },
  { name: 'a host that cannot be reached', error: new AppError('remote_unreachable', 'no') },
])('pastLimits() goes on after $name if it may wait, with pauses that grow', async ({ error }) => {
  const { deps, waits, notes } = createDeps()
  let left = 6
  const work = async () => {
    left -= 1
    if (left > 0) throw error
    return 'done'
  }
  expect(await pastLimits(work, { ...deps, wait: true })).toBe('done')
  expect(waits.map(wait => wait / 60_000)).toEqual([5, 10, 20, 40, 60])
  expect(notes[0]).toMatch(/goes on at 15 June 2026 at 03:05/)
  await expect(pastLimits(() => Promise.reject(error), deps)).rejects.toBe(error)
})

test.each([
  { name: 'a reply that cannot be read', error: new AppError('remote_answer', 'odd') },
  {
    name: 'an act of unknown outcome',
    error: new AppError('remote_answer', 'odd', { details: { upstream: 503, state: 'unknown' } }),
  },
])('pastLimits() does not wait after $name', async ({ error }) => {
  const { deps } = createDeps()
  await expect(pastLimits(() => Promise.reject(error), { ...deps, wait: true })).rejects.toBe(error)
})

test('untilReleased() looks every two seconds, until the claim ends at the latest', async () => {
  const { deps, waits } = createDeps()
  const states = ['claimed', 'claimed', 'done']
  const until = new Date(NOW + 100_000).toISOString()
  await untilReleased(async () => states.shift() ?? 'done', until, deps)
  expect(waits).toEqual([2000, 2000, 2000])
  await untilReleased(async () => 'claimed', until, deps)
  expect(waits.slice(3)).toHaveLength(50)
})

test('uploadFile() waits for the limit again once the service has taken a file', async () => {
  const { deps, waits } = createDeps()
  const root = await temporaryDirectory()
  await writeFile(join(root, 'a.pdf'), 'A')
  const limited = new AppError('limited', 'too many')
  const answers: (AppError | object)[] = []
  const api = {
    async uploadReceipt() {
      const answer = answers.shift()
      if (answer instanceof AppError) throw answer
      return answer
    },
  }
  const usedUp = new Set<'files' | 'deals'>(['files'])
  const row = { row: undefined, shown: undefined }
  const file = { root, path: 'a.pdf', size: 1, sha256: 'digest' } as Parameters<typeof uploadFile>[1]
  const upload = () => uploadFile(row, file, { ...deps, api, company: 7, usedUp } as unknown as UploadDeps)
  const taken = (id: number, uploaded: boolean) => ({ id, uploaded, sha256: 'digest' })
  answers.push(limited, taken(4, false), limited, taken(5, true), limited, taken(6, true))
  await expect(upload()).rejects.toBe(limited)
  expect(await upload()).toBe(4)
  await expect(upload()).rejects.toBe(limited)
  expect([await upload(), await upload()]).toEqual([5, 6])
  expect(waits).toHaveLength(1)
})
