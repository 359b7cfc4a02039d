import { describe, expect, test } from 'vitest'
import { createBufferPool, freeMemory } from '../../../../lib/core/release/body/memory.ts'

test('a pool takes what was given back, and makes a buffer only if there is none', () => {
  const pool = createBufferPool(100_000)
  const [one, other] = [pool.take(), pool.take()]
  expect(one.buffer).not.toBe(other.buffer)
  expect([one.length, other.length]).toEqual([100_000, 100_000])
  pool.give(other)
  expect(pool.take()).toBe(other)
  expect([one, other]).not.toContain(pool.take())
})

describe('freeMemory()', () => {
  test('gives back the memory of a large buffer, also of a part of it', () => {
    const whole = Buffer.alloc(100_000)
    freeMemory(whole.subarray(10, 20))
    expect(whole).toHaveLength(0)
  })

  test('leaves a small buffer alone, because others share its memory', () => {
    const [one, neighbour] = [Buffer.from('one'), Buffer.from('its neighbour')]
    expect(one.buffer).toBe(neighbour.buffer)
    freeMemory(one)
    expect(neighbour.toString()).toBe('its neighbour')
  })
})
