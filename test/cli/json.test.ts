/** `--json` on every command: it is accepted, and whatever goes wrong is one JSON value on standard output. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { CliContext } from '../../lib/cli/context.ts'
import { EXAMPLES } from '../../lib/cli/examples.ts'
import { runKura } from '../../lib/cli/run.ts'
import { createOutput } from '../../lib/cli/terminal/output.ts'
import { readConfig } from '../../lib/config.ts'
import { AppError } from '../../lib/errors.ts'
import { everyCommand, typedWith } from '../docs/documented-commands.ts'
import { readShell } from '../docs/shell.ts'
import { temporaryDirectory } from '../helpers/temporary-directory.ts'

/** Commands without `--json`, and why. */
const WITHOUT: Readonly<Record<string, string>> = {
  'completion bash': 'it prints a script for a shell, and has no other result',
  'completion zsh': 'it prints a script for a shell, and has no other result',
}

/** Words for commands whose examples would do something without a host: these end with an error at once. */
const HARMLESS: Readonly<Record<string, readonly string[]>> = {
  start: ['--port', '0'],
  setup: ['--yes', '--answers', 'missing.env'],
  publish: ['missing', '--days', '0'],
  rollback: ['x'],
  'root init': ['--days', '0'],
  'root rotate': ['--days', '0'],
  'root add-key': ['--threshold', '0'],
  doctor: ['kura.example'],
  probe: ['kura.example'],
  'move rules': ['old.example', 'not a domain'],
  'move lint': ['missing.json'],
  'move record': ['not a domain'],
  'move check': ['old.example', 'not a domain'],
  'accounting import': ['missing.csv'],
  'accounting journal': ['--from', 'x', '--until', 'x'],
}
/** These have no way to fail without a host. */
const ALWAYS_WORKS = ['openapi']

let cwd: string
beforeEach(async () => {
  cwd = await temporaryDirectory()
})

/** Runs words in an empty folder without any setting. */
async function kura(words: readonly string[]) {
  const shown = { out: '', err: '', exit: 0 }
  const sink = (name: 'out' | 'err') => ({
    write(text: string | Uint8Array, done?: () => void) {
      shown[name] += typeof text === 'string' ? text : Buffer.from(text).toString()
      done?.()
    },
  })
  const outputs = new Map<boolean, ReturnType<typeof createOutput>>()
  const env = { HOME: cwd, XDG_CONFIG_HOME: cwd }
  const context: CliContext = {
    env,
    config: readConfig(env),
    cwd,
    now: Date.now,
    signal: new AbortController().signal,
    output({ json = false }) {
      const known = outputs.get(json) ?? createOutput({ out: sink('out'), err: sink('err'), json })
      outputs.set(json, known)
      return known
    },
    ask: () => Promise.reject(new AppError('usage', 'Cannot ask: there is no terminal')),
    exit(status) {
      shown.exit = status
    },
  }
  const status = await runKura(words, context)
  return { ...shown, status: status ?? shown.exit }
}

const commands = everyCommand().filter(path => !(path in WITHOUT))

test.each(everyCommand())('kura %s takes --json, or it is said why not', path => {
  expect(typedWith(path).includes('--json')).toBe(!(path in WITHOUT))
})

describe('a command line that cannot be read', () => {
  test.each(commands)('of kura %s is told as JSON', async path => {
    const { out, err, status } = await kura([...path.split(' '), '--no-such-option', '--json'])
    expect({ status, err, error: JSON.parse(out) }).toEqual({
      status: 2,
      err: '',
      error: {
        code: 'usage',
        error: expect.stringMatching(/^Cannot read the command line: (?:unknown|required) option '--/),
        hint: expect.any(String),
      },
    })
  })

  test.each([
    { name: 'a group without a command', words: ['accounting'], error: "unknown option '--json'" },
    { name: 'an unknown command', words: ['devises'], error: "unknown command 'devises'" },
    {
      name: 'a missing argument',
      words: ['registrar', 'quote'],
      error: "missing required argument 'domain'",
    },
  ])('$name is told as JSON', async ({ words, error }) => {
    const { out, err, status } = await kura([...words, '--json'])
    expect({ status, err, ...JSON.parse(out) }).toMatchObject({
      status: 2,
      err: '',
      code: 'usage',
      error: `Cannot read the command line: ${error}`,
    })
  })
})

describe('an error', () => {
  test.each(commands.filter(path => !ALWAYS_WORKS.includes(path)))('of kura %s is JSON', async path => {
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
  { words: ['openapi'], want: { openapi: expect.stringMatching(/^3\.1/) } },
  { words: ['move', 'rules', 'old.example', 'new.example'], want: { redirects: expect.any(Array) } },
])('kura $words --json prints JSON', async ({ words, want }) => {
  const { out, status } = await kura([...words, '--json'])
  expect({ status, ...JSON.parse(out) }).toMatchObject({ status: 0, ...want })
})
