/** `kura setup` in a pseudo-terminal, at 60 and 120 columns: Ctrl-C at every question, and then the next one. */
import { execFile, spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseEnv, promisify, stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import { CHOICES } from '../../../lib/cli/setup/step.ts'
import { STEPS } from '../../../lib/cli/setup/steps.ts'
import { displayWidth } from '../../../lib/cli/terminal/fitting.ts'
import { count } from '../../helpers/sampled.ts'
import { type SetupWorld, setupWorld } from './world.ts'

const DRIVER = resolve(import.meta.dirname, '../../helpers/drive-terminal.py')
const KURA = resolve(import.meta.dirname, '../../../bin/kura.js')
/** Milliseconds for all runs on a machine that is busy with other tests. */
const PATIENCE = 300_000

/** A narrow terminal shows more than a wide one. */
const widths = count({ few: 1, all: 2 })

const hasPty = spawnSync('python3', ['-c', 'import pty, os; os.waitstatus_to_exitcode']).status === 0

type Typed = readonly [prompt: string, answer: string | null]

async function drive(
  { cwd, env }: SetupWorld,
  { columns, answers }: { columns: number; answers: readonly Typed[] },
): Promise<{ status: number; shown: string }> {
  const words = [process.execPath, KURA, 'setup']
  const own = { PATH: process.env['PATH'], TERM: 'xterm', ...env }
  const given = JSON.stringify({ words, cwd, env: own, columns, answers })
  const { stdout } = await promisify(execFile)('python3', [DRIVER, given])
  const { status, shown } = JSON.parse(stdout)
  return { status, shown: stripVTControlCharacters(shown) }
}

/** The end of a prompt may be on the next line of a narrow terminal. */
const promptOf = ({ question }: { question: string }) => question.slice(0, 30)

/** Lines wider than the terminal, without what was typed; a line to copy and a word of its own stay whole. */
function tooWide(
  shown: string,
  { world, columns }: { world: SetupWorld; columns: number },
): readonly string[] {
  const answers = Object.values(world.answers)
  const withoutTyped = (line: string) =>
    line.slice(0, line.length - (answers.find(answer => line.endsWith(` ${answer}`))?.length ?? 0))
  return shown
    .split(/\r?\n/)
    .map(line => withoutTyped(line.trimEnd()))
    .filter(line => displayWidth(line.trimEnd()) > columns)
    .filter(line => line.trim().includes(' ') && !/^ {2}(?:printf|set -a)/.test(line))
}

describe.skipIf(!hasPty)('kura setup in a pseudo-terminal, with python3 on PATH', () => {
  test.each([60, 120].slice(0, widths))(
    'Ctrl-C at every question, at %d columns',
    { timeout: PATIENCE },
    async columns => {
      const world = await setupWorld()
      const passphrases: Typed[] = [
        ['passphrase for the new key', 'a passphrase'],
        ['repeat the passphrase', 'a passphrase'],
      ]
      expect(STEPS.map(({ name }) => name).toSorted()).toEqual(Object.keys(world.answers).toSorted())
      const answers: Typed[] = STEPS.map(step => [promptOf(step), world.answers[step.name] ?? ''])
      const questions = [...answers, ...passphrases]
      // an answer is kept once it is given, but for the passphrase, which is kept nowhere
      const notKept = (count: number) => questions.slice(Math.min(count, answers.length), count)
      for (const [count, [prompt]] of questions.entries()) {
        const last = count > 0 && count <= answers.length ? questions.slice(count - 1, count) : []
        const typed = [...last, ...notKept(count), [prompt, null] as const]
        const { status, shown } = await drive(world, { columns, answers: typed })
        expect({ prompt, status, wide: tooWide(shown, { world, columns }), shown }).toMatchObject({
          status: 130,
          wide: [],
          shown: expect.stringMatching(/kura setup continues with\s+the next question/),
        })
      }
      const { status, shown } = await drive(world, { columns, answers: passphrases })
      expect({ status, wide: tooWide(shown, { world, columns }), shown }).toMatchObject({
        status: 0,
        wide: [],
        shown: expect.stringContaining('signed release 1'),
      })
      expect(shown).not.toContain('a passphrase')
      const choices: readonly string[] = Object.values(CHOICES)
      const settings = Object.entries(world.answers).filter(([name]) => !choices.includes(name))
      expect(parseEnv(await readFile(join(world.cwd, '.env'), 'utf8'))).toMatchObject(
        Object.fromEntries(settings),
      )
    },
  )

  test('a secret is not shown while it is typed', { timeout: PATIENCE }, async () => {
    const world = await setupWorld()
    const answers = STEPS.slice(0, 7).map((step): Typed => [promptOf(step), world.answers[step.name] ?? ''])
    const next: Typed = ['services, separated by commas', null]
    const { shown } = await drive(world, { columns: 80, answers: [...answers, next] })
    expect(shown).toContain('the database answers in')
    expect(shown).toContain('Asia/Tokyo')
    expect(shown).not.toContain(world.answers['UPSTASH_REDIS_REST_TOKEN'])
  })
})
