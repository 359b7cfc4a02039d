/** A new operator at a terminal: the commands are counted, and each one is a process. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const DRIVER = resolve(import.meta.dirname, '../helpers/processes/drive-terminal.py')

/** Whether a command can be run in a pseudo-terminal. */
export const hasTerminal =
  spawnSync('python3', ['-c', 'import pty, os; os.waitstatus_to_exitcode']).status === 0

export interface Ended {
  readonly status: number | null
  readonly out: string
  readonly err: string
}

export interface Operator {
  /** Every command so far. */
  typed(): readonly string[]
  /** Counts commands that the test carries out in another way. */
  types(...commands: string[]): void
  /** Types `npx --no kura …`, with `input` as standard input. */
  kura(words: readonly string[], input?: string): Promise<Ended>
  /** Types `npx --no kura …`, and answers its questions. */
  kuraAsked(words: readonly string[], answers: readonly Answer[]): Promise<Pick<Ended, 'status' | 'out'>>
  /** Types `npx --no kura …` and returns the process, so that the test can kill it. */
  start(words: readonly string[]): Started
}

/** The end of a question, and the person's answer. */
export type Answer = readonly [question: string, answer: string]

export interface Started {
  readonly ended: Promise<Ended>
  /** Kills every process of the command with SIGKILL. */
  kill(): void
}

/** An operator with the home directory `home`, whose shell is in `cwd` and has `settings` in its environment. */
export function createOperator({
  cwd,
  home,
  settings,
}: {
  cwd: string
  home: string
  settings: Record<string, string>
}): Operator {
  const env = {
    ...settings,
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    TERM: 'xterm',
    npm_config_update_notifier: 'false',
  }
  const typed: string[] = []
  /**
   * Notes a command, and returns the program to run: npx the first time, and later the program that npx starts. npx
   * takes longer to find it than it takes to run.
   */
  const type = (words: readonly string[]) => {
    const isFirst = !typed.some(line => line.startsWith('npx '))
    typed.push(`npx --no kura ${words.join(' ')}`)
    return [...(isFirst ? ['npx', '--no', 'kura'] : [process.execPath, join(cwd, 'bin/kura.js')]), ...words]
  }
  const start = (words: readonly string[], input = '') => {
    const [program = '', ...rest] = type(words)
    const child = spawn(program, rest, { cwd, env, detached: true })
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
    return { ended: ended(child), kill: () => process.kill(-(child.pid ?? 0), 'SIGKILL') }
  }
  return {
    typed: () => typed,
    types: (...commands) => void typed.push(...commands),
    kura: (words, input) => start(words, input).ended,
    async kuraAsked(words, answers) {
      const given = { words: type(words), cwd, env, columns: 80, answers }
      const { out } = await ended(spawn('python3', [DRIVER, JSON.stringify(given)]))
      const { status, shown } = JSON.parse(out) as { status: number; shown: string }
      return { status, out: stripVTControlCharacters(shown) }
    },
    start,
  }
}

async function ended(child: ChildProcess): Promise<Ended> {
  const text = { out: '', err: '' }
  child.stdout?.setEncoding('utf8').on('data', chunk => {
    text.out += chunk
  })
  child.stderr?.setEncoding('utf8').on('data', chunk => {
    text.err += chunk
  })
  const [status] = await once(child, 'close')
  return { status, ...text }
}
