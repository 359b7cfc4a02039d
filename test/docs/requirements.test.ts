/** The tests, files and scripts that `test/README.md` names exist. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT } from './pages.ts'

const page = readFileSync(join(PROJECT, 'test/README.md'), 'utf8')
const words = [...new Set([...page.matchAll(/`([^`\n]+)`/g)].map(match => match[1] ?? ''))]
const paths = words.filter(word => /^[\w-][\w./-]*(?:\.ts|\/)$/.test(word))
const scripts = words.flatMap(word => /^npm run ([\w:]+)$/.exec(word)?.[1] ?? [])

test.each(paths)('%s exists', path => {
  const base = /^(?:lib|test)\//.test(path) ? PROJECT : join(PROJECT, 'test')
  expect(existsSync(join(base, path))).toBe(true)
})

test.each(scripts)('npm run %s exists', name => {
  const { scripts } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'))
  expect(Object.keys(scripts)).toContain(name)
})
