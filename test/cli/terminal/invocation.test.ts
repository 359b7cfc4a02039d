import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { invocationOf, withInvocation } from '../../../lib/cli/terminal/invocation.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

describe('how kura was started', () => {
  test.each([
    ['npm link put it on the path', '/usr/local/bin/kura', {}, 'kura'],
    ['npx', '/project/bin/kura', { npm_command: 'exec' }, 'npx --no kura'],
    ['an npm script', '/project/lib/cli/main.ts', { npm_command: 'run-script' }, 'npx --no kura'],
    ['node itself', '/project/lib/cli/main.ts', {}, 'npx --no kura'],
  ])('%s', (_name, started, env, expected) => {
    expect(invocationOf(['node', started], env)).toBe(expected)
  })
})

describe('a command in a text begins as the person types it', () => {
  const inProject = withInvocation(['notices', 'key', 'move'], 'npx --no kura')
  test.each([
    ['look at it again: kura notices', 'look at it again: npx --no kura notices'],
    ['kura key issue NAME, then kura notices', 'npx --no kura key issue NAME, then npx --no kura notices'],
    ['npx --no kura notices', 'npx --no kura notices'],
    ['kura help lists them', 'npx --no kura help lists them'],
    ['npx kura notices', 'npx --no kura notices'],
    ['kura tries again by itself', 'kura tries again by itself'],
    ['kura moves a site', 'kura moves a site'],
    ['look into .kura/notices', 'look into .kura/notices'],
    ['the kura-device notices', 'the kura-device notices'],
  ])('%s', (text, expected) => {
    expect(inProject(text)).toBe(expected)
  })

  test('after npm link', () => {
    expect(withInvocation(['notices'], 'kura')('run npx --no kura notices or kura notices')).toBe(
      'run kura notices or kura notices',
    )
  })
})

test("nothing leads to npx kura, which outside the project runs a stranger's package, nor to an option that npx takes", () => {
  const files = globSync(
    ['lib/**/*.{ts,md}', 'bin/*.js', 'docs/**/*.{md,json}', '*.md', '.github/**/*.yml'],
    { cwd: ROOT },
  )
  const leading = files.filter(file =>
    /npx kura|npx --no kura --/.test(readFileSync(join(ROOT, file), 'utf8')),
  )
  expect(files.length).toBeGreaterThan(500)
  expect(leading).toEqual([])
})
