import { describe, expect, test } from 'vitest'
import { visitAll } from '../../lib/move/visit-all.ts'

/** Visits of which the item `failing` fails at once; the others last until `finish` is called. */
function createVisits(failing?: number) {
  const begun: number[] = []
  const completed: number[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  return {
    begun,
    completed,
    finish: resolve,
    async visit(item: number) {
      begun.push(item)
      if (item === failing) throw new Error('the disk is full')
      await promise
      completed.push(item)
    },
  }
}

const items = [1, 2, 3, 4, 5]

describe('visitAll', () => {
  test('begins no visit after a failure, and completes those that have begun', async () => {
    const { begun, completed, finish, visit } = createVisits(2)
    const all = visitAll(items, visit, { workers: 2, signal: new AbortController().signal })
    finish()
    await expect(all).rejects.toThrow('the disk is full')
    expect({ begun, completed }).toEqual({ begun: [1, 2], completed: [1] })
  })

  test('begins no visit after a stop, and completes those that have begun', async () => {
    const { begun, completed, finish, visit } = createVisits()
    const stop = new AbortController()
    const all = visitAll(items, visit, { workers: 2, signal: stop.signal })
    stop.abort(new Error('stopped'))
    finish()
    await expect(all).rejects.toThrow('stopped')
    expect({ begun, completed }).toEqual({ begun: [1, 2], completed: [1, 2] })
  })

  test('visits every item', async () => {
    const { completed, finish, visit } = createVisits()
    finish()
    await visitAll(items, visit, { workers: 2, signal: new AbortController().signal })
    expect(completed).toEqual(items)
  })
})
