import { afterEach, describe, expect, test } from 'vitest'
import { afterAnswer } from '../../../lib/core/http/after-answer.ts'

const CONTEXT = Symbol.for('@vercel/request-context')
const place = globalThis as { [CONTEXT]?: unknown }

afterEach(() => {
  delete place[CONTEXT]
})

describe('afterAnswer()', () => {
  test.each([
    { name: 'the host has no context', context: undefined },
    { name: 'no request is under way', context: { get: () => undefined } },
    { name: 'the context cannot wait', context: { get: () => ({}) } },
  ])('waits for the work if $name', async ({ context }) => {
    if (context) place[CONTEXT] = context
    const work = Promise.withResolvers<void>()
    const events: string[] = []
    const waited = afterAnswer(work.promise).then(() => events.push('answered'))
    await Promise.resolve()
    events.push('worked')
    work.resolve()
    await waited
    expect(events).toEqual(['worked', 'answered'])
    await expect(afterAnswer(Promise.reject(new Error('no store')))).rejects.toThrow('no store')
  })

  test('gives the work to the host, as a method of its context, and waits for nothing', async () => {
    const given: Promise<unknown>[] = []
    const context = {
      own: given,
      waitUntil(work: Promise<unknown>) {
        this.own.push(work)
      },
    }
    place[CONTEXT] = { get: () => context }
    await afterAnswer(new Promise(() => undefined))
    await afterAnswer(Promise.reject(new Error('no store')))
    expect(given).toHaveLength(2)
    // if no code waits for a failure, the failure must not end the process
    await expect(given[1]).resolves.toBeUndefined()
  })
})
