/**
 * `kura setup` in a pseudo-terminal in Japanese, at 60 and 120 columns. A person stops each run with Ctrl-C at one
 * question and continues in the next run, and goes back once at each question. The person types what the prompts show.
 */
import { execFile, spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseEnv, promisify, stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import { choiceText } from '../../../../lib/cli/commands/setup/choices.ts'
import { CHOICES, type Step } from '../../../../lib/cli/commands/setup/step.ts'
import { STEPS } from '../../../../lib/cli/commands/setup/steps.ts'
import { displayWidth } from '../../../../lib/cli/terminal/fitting.ts'
import { SERVICE_NAMES } from '../../../../lib/core/config/services.ts'
import { textOf } from '../../../../lib/core/language/text.ts'
import { count, sampled } from '../../../helpers/run/sampled.ts'
import { type SetupWorld, setupWorld } from './world.ts'

const DRIVER = resolve(import.meta.dirname, '../../../helpers/processes/drive-terminal.py')
const KURA = resolve(import.meta.dirname, '../../../../bin/kura.js')
/** Milliseconds for all runs on a machine that also runs other tests. */
const PATIENCE = 300_000

/** The widths to try; a narrow terminal shows more faults than a wide one. */
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
  return { status, shown: stripVTControlCharacters(shown.replaceAll(REDRAWN, '\n')) }
}

/**
 * The control sequences before a line that the terminal shows again because the typed text does not fit beside the
 * prompt.
 */
const REDRAWN = '\u001b[1G\u001b[0J'

/** Returns the beginning of a prompt; on a narrow terminal, its end may be on the next line. */
function promptOf({ name, question }: Step): string {
  const language = name === 'KURA_LANGUAGE' ? 'en' : 'ja'
  return `) ${textOf(question, { language, timezone: 'UTC' }).slice(0, 12)}`
}

/** Returns the text that a person types, in the form in which the prompt shows the choice. */
function typedAs({ name, oneOf }: Step, { answers }: SetupWorld): string {
  const answer = answers[name] ?? ''
  const shown: Record<string, string> = {
    [CHOICES.services]: SERVICE_NAMES.join(', '),
    [CHOICES.region]: 'hnd1 (Tokyo)',
  }
  return shown[name] ?? (oneOf ? choiceText(answer, 'ja') : answer)
}

/**
 * Returns the lines that are wider than the terminal, without typed text. Lines to copy, and words longer than a line,
 * may be wider.
 */
function tooWide(
  shown: string,
  { world, columns }: { world: SetupWorld; columns: number },
): readonly string[] {
  const answers = STEPS.map(step => typedAs(step, world)).filter(answer => answer !== '')
  const compact = (text: string) => text.replace(/\s/g, '')
  const widthOf = (line: string) => {
    const typed = answers.find(answer => compact(line).endsWith(compact(answer)))
    return displayWidth(line) - (typed === undefined ? 0 : displayWidth(` ${typed}`))
  }
  return shown
    .split(/\r?\n/)
    .map(line => line.trimEnd())
    .filter(line => widthOf(line) > columns)
    .filter(line => line.trim().includes(' ') && !isToCopy(line))
}

const passphrases: readonly Typed[] = [
  ['に付けるパスフレーズ', 'a passphrase'],
  ['パスフレーズをもう一度', 'a passphrase'],
]

const savedIn = async ({ cwd }: SetupWorld) => parseEnv(await readFile(join(cwd, '.env'), 'utf8'))

function settingsOf({ answers }: SetupWorld) {
  const choices: readonly string[] = Object.values(CHOICES)
  return Object.fromEntries(Object.entries(answers).filter(([name]) => !choices.includes(name)))
}

/** Whether a line is part of a command to copy. */
const isToCopy = (line: string) => /^ {3,}(?:for|set|printenv|foreach|cmd|git|npx|kura)\b/.test(line)

describe.skipIf(!hasPty)('kura setup in a pseudo-terminal, with python3 on PATH', () => {
  test.each([60, 120].slice(0, widths))(
    'Ctrl-C at every question, at %d columns',
    { timeout: PATIENCE },
    async columns => {
      const world = await setupWorld({ language: 'ja' })
      expect(STEPS.map(({ name }) => name).toSorted()).toEqual(Object.keys(world.answers).toSorted())
      const answers: Typed[] = STEPS.map(step => [promptOf(step), typedAs(step, world)])
      const questions = [...answers, ...passphrases]
      let given = 0
      for (const [count, [prompt]] of sampled([...questions.entries()], 4)) {
        // each answer is stored when it is given, except the passphrase, which is never stored
        const last = questions.slice(Math.min(given, answers.length), count)
        const { status, shown } = await drive(world, { columns, answers: [...last, [prompt, null]] })
        given = count
        const unwrapped = shown.replace(/\s/g, '')
        const wide = tooWide(shown, { world, columns })
        expect({ prompt, status, wide, unwrapped }).toMatchObject({
          status: 130,
          wide: [],
          // the first question is about the language
          unwrapped: expect.stringContaining(
            count === 0 ? 'continueswiththenextquestion' : 'kurasetupで次の質問',
          ),
        })
      }
      const { status, shown } = await drive(world, { columns, answers: passphrases })
      expect({ status, wide: tooWide(shown, { world, columns }), shown }).toMatchObject({
        status: 0,
        wide: [],
        shown: expect.stringContaining('リリース 1に署名しました'),
      })
      expect(shown).not.toContain('a passphrase')
      expect(await savedIn(world)).toMatchObject(settingsOf(world))
    },
  )

  test('back at every question, and Enter for the answer before', { timeout: PATIENCE }, async () => {
    const world = await setupWorld({ language: 'ja' })
    const answers = STEPS.flatMap((step, index): Typed[] => {
      const own: Typed = [promptOf(step), typedAs(step, world)]
      const previous = STEPS[index - 1]
      return previous ? [[promptOf(step), '<'], [promptOf(previous), ''], own] : [own]
    })
    // after going back to the question about the language, the prompt is in Japanese
    const prompts = answers.map(
      ([prompt, answer], index): Typed =>
        index > 0 && prompt === promptOf(STEPS[0] as Step) ? [') 言語', answer] : [prompt, answer],
    )
    const { status, shown } = await drive(world, { columns: 60, answers: [...prompts, ...passphrases] })
    expect({ status, shown }).toMatchObject({ status: 0 })
    expect(shown.match(/English|Cannot|expected/)).toBeNull()
    expect(await savedIn(world)).toMatchObject(settingsOf(world))
  })

  test('a secret is not shown while it is typed', { timeout: PATIENCE }, async () => {
    const world = await setupWorld({ language: 'ja' })
    const answers = STEPS.slice(0, 7).map((step): Typed => [promptOf(step), typedAs(step, world)])
    const next: Typed = ['使うサービス', null]
    const { shown } = await drive(world, { columns: 80, answers: [...answers, next] })
    expect(shown).toContain('データベースは')
    expect(shown).toContain('Asia/Tokyo')
    expect(shown).not.toContain(world.answers['UPSTASH_REDIS_REST_TOKEN'])
  })
})
