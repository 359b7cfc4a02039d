import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MAX_DURATION } from '../../../../lib/services/accounting/tokens/tokens.ts'
import { createWorld } from './world.ts'

const rows = [
  { name: 'a life too short for one refresh', maxDuration: 29_999, fits: false },
  { name: 'the shortest life', maxDuration: 30_000, fits: true },
  { name: 'the longest life', maxDuration: 114_999, fits: true },
  { name: 'a life whose lease would outlast the margin', maxDuration: 115_000, fits: false },
]
test.each(rows)('createTokens() with $name', async ({ maxDuration, fits }) => {
  const world = await createWorld({ authorized: false })
  const create = () => world.tokens({ maxDuration })
  if (fits) expect(create).not.toThrow()
  else expect(create).toThrow(new RangeError(`Cannot keep tokens in functions that live ${maxDuration} ms`))
})

const { functions } = JSON.parse(
  readFileSync(new URL('../../../../vercel.json', import.meta.url), 'utf8'),
) as {
  functions: Record<string, { maxDuration: number }>
}
/** It never refreshes: `app/functions/journals.test.ts`. */
const NEVER_REFRESHES = 'api/journals.ts'

test.each(Object.keys(functions).filter(file => file !== NEVER_REFRESHES))(
  'no lease of %s ends while the function may still live',
  file => {
    expect((functions[file]?.maxDuration ?? 0) * 1000).toBe(MAX_DURATION)
  },
)
