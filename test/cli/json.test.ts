/** Every command accepts `--json`, and reports every error as one JSON value on standard output. */
import { beforeEach, describe, expect, test } from 'vitest'
import { EXAMPLES } from '../../lib/cli/help/examples.ts'
import { everyCommand, typedWith } from '../docs/documented-commands.ts'
import { readShell } from '../docs/shell.ts'
import { runKuraIn } from '../helpers/processes/run-kura.ts'
import { temporaryDirectory } from '../helpers/temporary-directory.ts'

/** The commands without `--json`, with the reasons. */
const WITHOUT: Readonly<Record<string, string>> = { mcp: 'its standard output is the protocol' }

/**
 * Other arguments for commands whose examples would succeed without a host; with these, the command ends with an error.
 */
const HARMLESS: Readonly<Record<string, readonly string[]>> = {
  start: ['--port', '0'],
  setup: ['--yes', '--answers', 'missing.env'],
  publish: ['missing', '--days', '0'],
  rollback: ['x'],
  'root init': ['--days', '0'],
  'root rotate': ['--days', '0'],
  doctor: ['kura.example'],
  probe: ['kura.example'],
  'move rules': ['old.example', 'not a domain'],
  'move lint': ['missing.json'],
  'move record': ['not a domain'],
  'move check': ['old.example', 'not a domain'],
  'accounting import': ['missing.csv'],
  'accounting journal': ['--from', 'x', '--until', 'x'],
}

let cwd: string
beforeEach(async () => {
  cwd = await temporaryDirectory()
})

/** Runs words in an empty folder without settings. */
const kura = (words: readonly string[]) => runKuraIn(words, { cwd })

const commands = everyCommand().filter(path => !(path in WITHOUT))

test.each(everyCommand())('kura %s takes --json, or it is said why not', path => {
  expect(typedWith(path).includes('--json')).toBe(!(path in WITHOUT))
})

describe('an error', () => {
  test.each(commands)('of kura %s is JSON', async path => {
    const [[, ...example] = []] = readShell(EXAMPLES[path]?.[0] ?? '')
    const { [path]: harmless } = HARMLESS
    const words = harmless ? [...path.split(' '), ...harmless] : example
    const { out, err, status } = await kura([...words, '--json'])
    const { code, error } = JSON.parse(out)
    expect({ err, code, error }).toEqual({ err: '', code: expect.any(String), error: expect.any(String) })
    expect(code).not.toBe('internal')
    expect(status).toBe(code === 'usage' ? 2 : 1)
  })
})

test.each([
  { words: [], want: { kura: expect.any(String), next: expect.any(Array) } },
  { words: ['--version'], want: { kura: '1.0.0', node: process.versions.node } },
  { words: ['move', 'rules', 'old.example', 'new.example'], want: { redirects: expect.any(Array) } },
])('kura $words --json prints JSON', async ({ words, want }) => {
  const { out, status } = await kura([...words, '--json'])
  expect({ status, ...JSON.parse(out) }).toMatchObject({ status: 0, ...want })
})
