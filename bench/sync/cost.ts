/**
 * The cost of a transfer: bytes on the socket in both directions, headers included, and the time of the whole program.
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { byteText } from '../../lib/cli/terminal/progress.ts'
import type { CountingProxy } from '../counting-proxy.ts'
import { type Measurement, median, ratioText } from '../measurement.ts'

export interface Cost {
  readonly bytes: number
  readonly milliseconds: number
  /** Processor time of a program and of all that it started, in milliseconds; only `runTimed` measures it. */
  readonly processor?: number
}

/** How often a program runs in a comparison, in which the programs take turns. */
export const TIMES = 11

export const run = promisify(execFile)

export async function costOf(proxy: CountingProxy, work: () => Promise<unknown>): Promise<Cost> {
  proxy.take()
  const started = performance.now()
  await work()
  return { milliseconds: performance.now() - started, bytes: proxy.take() }
}

const TIMED = 'TIMEFORMAT="%3R %3U %3S"; time "$@"'

/** Runs a program. Bash measures the times, because Node does not report a child's processor time. */
export async function runTimed(
  command: string,
  given: readonly string[],
  more: NodeJS.ProcessEnv = {},
): Promise<Required<Omit<Cost, 'bytes'>>> {
  const env = { ...process.env, LC_ALL: 'C', ...more }
  const { stderr } = await run('bash', ['-c', TIMED, 'bash', command, ...given], { env })
  const [real = Number.NaN, user = Number.NaN, system = Number.NaN] =
    stderr.trim().split('\n').at(-1)?.split(' ').map(Number) ?? []
  return { milliseconds: real * 1000, processor: (user + system) * 1000 }
}

/** Runs a program that transfers over `proxy`. */
export async function costOfProgram(
  proxy: CountingProxy,
  command: string,
  given: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<Cost> {
  proxy.take()
  const times = await runTimed(command, given, env)
  return { ...times, bytes: proxy.take() }
}

function medianCost(costs: readonly Cost[]): Cost {
  const processor = median(costs.map(cost => cost.processor ?? Number.NaN))
  return {
    bytes: median(costs.map(({ bytes }) => bytes)),
    milliseconds: median(costs.map(({ milliseconds }) => milliseconds)),
    ...(!Number.isNaN(processor) && { processor }),
  }
}

/** A program that copies the payload to the folder `target`. */
export interface Peer {
  readonly what: string
  readonly copy: (target: string) => Promise<Cost>
}

export const AGAINST = 'kura of the second checkout'

/** The costs of a program, one for each round. */
export type Rounds = readonly Cost[]

export function row(what: string, costs: Rounds, mostBytes?: number): Measurement {
  const { bytes, milliseconds, processor } = medianCost(costs)
  const found = `${byteText(bytes)}, ${milliseconds.toFixed(0)} ms${processor === undefined ? '' : `, ${processor.toFixed(0)} of the processor`}`
  if (mostBytes === undefined) return { what, found }
  return { what, found, aim: { text: `at most ${mostBytes} B (${bytes})`, held: bytes <= mostBytes } }
}

/** An aim: the largest ratio of kura's cost to the other program's. */
export interface RatioAim {
  readonly of: 'bytes' | 'milliseconds' | 'processor'
  readonly most: number
}

const NAMES = { bytes: 'bytes', milliseconds: 'time', processor: 'processor time' } as const

/** The ratio is taken in each round, so that a slower moment of the machine affects both programs. */
export function ratioRow(
  what: string,
  [own, other]: readonly [Rounds, Rounds],
  { of, most }: RatioAim,
): Measurement {
  const ratio = median(own.map((cost, round) => (cost[of] ?? 0) / (other[round]?.[of] ?? Number.NaN)))
  return {
    what: `  ${what}`,
    found: `${ratioText(ratio)} of the ${NAMES[of]}`,
    aim: { text: `at most ${most}`, held: ratio <= most },
  }
}

export async function isInstalled(command: string): Promise<boolean> {
  return run(command, ['--version']).then(
    () => true,
    () => false,
  )
}
