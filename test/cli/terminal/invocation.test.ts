import { describe, expect, test } from 'vitest'
import { invocationOf, withInvocation } from '../../../lib/cli/terminal/invocation.ts'

describe('how kura was started', () => {
  test.each([
    ['npm link put it on the path', '/usr/local/bin/kura', {}, 'kura'],
    ['npx', '/project/bin/kura', { npm_command: 'exec' }, 'npx kura'],
    ['an npm script', '/project/lib/cli/main.ts', { npm_command: 'run-script' }, 'npx kura'],
    ['node itself', '/project/lib/cli/main.ts', {}, 'npx kura'],
  ])('%s', (_name, started, env, expected) => {
    expect(invocationOf(['node', started], env)).toBe(expected)
  })
})

describe('a command in a text begins as the person types it', () => {
  const inProject = withInvocation(['notices', 'key', 'move'], 'npx kura')
  test.each([
    ['look at it again: kura notices', 'look at it again: npx kura notices'],
    ['kura key issue NAME, then kura notices', 'npx kura key issue NAME, then npx kura notices'],
    ['npx kura notices', 'npx kura notices'],
    ['kura --help lists them', 'npx kura --help lists them'],
    ['kura tries again by itself', 'kura tries again by itself'],
    ['kura moves a site', 'kura moves a site'],
    ['look into .kura/notices', 'look into .kura/notices'],
    ['the kura-device notices', 'the kura-device notices'],
  ])('%s', (text, expected) => {
    expect(inProject(text)).toBe(expected)
  })

  test('after npm link', () => {
    expect(withInvocation(['notices'], 'kura')('run npx kura notices or kura notices')).toBe(
      'run kura notices or kura notices',
    )
  })
})
