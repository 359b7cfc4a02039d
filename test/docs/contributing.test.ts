/** `CONTRIBUTING.md` shows every npm script, and no other. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT } from './pages.ts'

test('CONTRIBUTING.md shows every npm script', () => {
  const page = readFileSync(join(PROJECT, 'CONTRIBUTING.md'), 'utf8')
  const { scripts } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'))
  const shown = [...page.matchAll(/`npm (?:run )?(start|test|[a-z]+(?::[a-z]+)?)(?: [^`]*)?`/g)].map(
    ([, name]) => name,
  )
  expect([...new Set(shown)].filter(name => name !== 'ci').sort()).toEqual(Object.keys(scripts).sort())
})
