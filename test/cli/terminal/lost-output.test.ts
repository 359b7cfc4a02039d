import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

const MAIN = new URL('../../../lib/cli/main.ts', import.meta.url).pathname

/** Runs `kura` in an empty folder through a shell, with `redirect` after its words; `before` runs first. */
async function kura(words: string, redirect: string, before = '') {
  const child = spawn('bash', ['-c', `${before} "$0" "$1" ${words} ${redirect}`, process.execPath, MAIN], {
    cwd: await temporaryDirectory(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const status = new Promise<number | null>(done => child.once('close', done))
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { out, err, status: await status }
}

const FULL = 'kura: Cannot write to standard output: the disk is full\n'
const HINT = expect.stringMatching(/^ {2}hint: .*\n$/)

const RULES = 'move rules old.example new.example'

const COMMANDS = [
  { name: 'a help', words: '--help' },
  { name: 'a result', words: RULES },
  { name: 'bytes', words: 'accounting import --template' },
]

describe.skipIf(process.platform !== 'linux')('a full disk', () => {
  test.each(COMMANDS)('is one error of a command that prints $name', async ({ words }) => {
    const { err, status } = await kura(words, '> /dev/full')
    expect({ first: err.slice(0, FULL.length), rest: err.slice(FULL.length), status }).toEqual({
      first: FULL,
      rest: HINT,
      status: 1,
    })
  })

  test('is one JSON value of a command with --json', async () => {
    const { err, status } = await kura('status --json', '> /dev/full')
    expect(JSON.parse(err)).toMatchObject({ code: 'output_lost', error: FULL.slice('kura: '.length, -1) })
    expect(status).toBe(1)
  })

  test('hides no status of the command itself', async () => {
    expect(await kura('nonsense --json', '> /dev/full')).toMatchObject({ status: 2 })
  })

  const silent = [
    { name: 'of standard error leaves the result', redirect: '2> /dev/full', out: /"redirects"/, status: 0 },
    { name: 'of both streams ends the command', redirect: '> /dev/full 2>&1', out: /^$/, status: 1 },
  ]
  test.each(silent)('$name', async ({ redirect, out, status }) => {
    expect(await kura(RULES, redirect)).toEqual({ out: expect.stringMatching(out), err: '', status })
  })
})

test.each([...COMMANDS, { name: 'JSON', words: 'status --json' }])(
  'a reader that has ended ends a command that prints $name, quietly',
  async ({ words }) => {
    expect(await kura(words, '>&3', 'exec 3> >(:); wait $!;')).toEqual({ out: '', err: '', status: 141 })
  },
)
