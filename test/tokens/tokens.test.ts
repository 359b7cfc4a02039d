import { expect, test } from 'vitest'
import { createWorld } from './world.ts'

const rows = [
  { name: 'a life too short for one refresh', maxDuration: 26_999, fits: false },
  { name: 'the shortest life', maxDuration: 27_000, fits: true },
  { name: 'the longest life', maxDuration: 114_999, fits: true },
  { name: 'a life whose lease would outlast the margin', maxDuration: 115_000, fits: false },
]
test.each(rows)('createTokens() with $name', async ({ maxDuration, fits }) => {
  const world = await createWorld({ authorized: false })
  const create = () => world.tokens({ maxDuration })
  if (fits) expect(create).not.toThrow()
  else expect(create).toThrow(RangeError)
})
