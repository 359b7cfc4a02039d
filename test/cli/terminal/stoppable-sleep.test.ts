import { expect, test } from 'vitest'
import { stoppableSleep } from '../../../lib/cli/terminal/stoppable-sleep.ts'

const HOUR = 3_600_000

test('stoppableSleep() ends with the reason of the abort', async () => {
  const stop = new AbortController()
  const asleep = stoppableSleep(stop.signal)(HOUR)
  const reason = new Error('stopped')
  stop.abort(reason)
  await expect(asleep).rejects.toBe(reason)
})

test('stoppableSleep() does not begin if the work was stopped before', async () => {
  const reason = new Error('stopped')
  await expect(stoppableSleep(AbortSignal.abort(reason))(HOUR)).rejects.toBe(reason)
})

test('stoppableSleep() wakes by itself', async () => {
  await expect(stoppableSleep(new AbortController().signal)(0)).resolves.toBeUndefined()
})
