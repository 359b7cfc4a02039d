/**
 * The chaos run. It serves the built functions by three processes each, stops these between requests and kills one
 * every two seconds. Below them, a real Redis restarts and fails over. Meanwhile devices sync, deals are registered,
 * messages are sent and keys are revoked. The run counts events that must never happen; the exit status is 1 if there
 * was one:
 *
 * npm run chaos -- --minutes 10 --seed 7
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { tableLines } from '../../lib/cli/terminal/rows.ts'
import { hasRedisServer } from '../helpers/redis/servers.ts'
import { type Run, startRun } from './run.ts'
import { figuresOf } from './verdict.ts'
import { emptyKnown, work } from './work.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    /** The seed of the choices what to kill and when. The order in which processes answer does not follow from it. */
    seed: { type: 'string', default: `${Date.now() % 100_000}` },
    devices: { type: 'string', default: '500' },
    /** Whether to show the answers, and the log lines of the functions that report trouble. */
    verbose: { type: 'boolean', default: false },
  },
})

const MINUTE = 60_000
/** The number of each in a minute of the run. */
const [DEALS, MESSAGES, FAILOVERS] = [30, 15, 3]
const REVOCATIONS = 12
/** Milliseconds between two kills of a process. */
const KILL_INTERVAL = 2_000

if (!hasRedisServer) {
  console.log('chaos: skipped, because there is no redis-server on the PATH')
  process.exit(0)
}
const minutes = Number(values.minutes)
const plan = {
  length: minutes * MINUTE,
  devices: Number(values.devices),
  deals: Math.round(DEALS * minutes),
  messages: Math.round(MESSAGES * minutes),
  revocations: REVOCATIONS,
}
const random = randomOf(Number(values.seed))
const directory = await mkdtemp(join(tmpdir(), 'kura-chaos-'))
const run = await startRun({ directory, random })
try {
  process.exitCode = (await withTrouble(run)) ? 1 : 0
} finally {
  await run.close()
  await rm(directory, { recursive: true, force: true })
}

/** Returns whether a promise was broken. */
async function withTrouble(run: Run): Promise<boolean> {
  console.log(`chaos: ${minutes} minutes, seed ${values.seed}`)
  const known = emptyKnown()
  const began = Date.now()
  const stop = new AbortController()
  const trouble = [killing(run, stop.signal), failing(run, stop.signal)]
  await work(plan, known, { ...run.deps, random })
  stop.abort()
  await Promise.all(trouble)
  const figures = await figuresOf({ known, ...run.remotes(), store: run.store, troubles: run.troubles })
  if (values.verbose) for (const line of run.troubles) console.log(line)
  if (values.verbose) for (const [kind, count] of [...known.answers].sort()) console.log(`${count} × ${kind}`)
  const { started, stopped, killed } = run.host.counts()
  console.log(
    `${Math.round((Date.now() - began) / 1000)} s: ${started} processes started, ${stopped} stops between requests, ${killed} kills, ${run.failovers.length} failovers that lost ${run.failovers.join(', ')} bytes, ${run.restarts()} restarts`,
  )
  const rows = figures.map(({ what, count, promised, examples }) => [
    promised ? (count === 0 ? 'holds' : 'BROKEN') : '',
    `${count}`,
    what,
    examples.join('; '),
  ])
  for (const line of tableLines(rows)) console.log(line)
  for (const name of figures.flatMap(({ promised, examples }) => (promised ? examples : [])))
    for (const line of [...(known.stories.get(name) ?? []), ...run.linesOf(name)].sort())
      console.log(`${name}: ${line}`)
  return figures.some(({ promised, count }) => promised && count > 0)
}

async function killing(run: Run, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await delay(KILL_INTERVAL * (0.5 + random()), undefined, { signal }).catch(() => undefined)
    run.host.killOne()
  }
}

/** Fails over again and again, and sometimes restarts the store in between. */
async function failing(run: Run, signal: AbortSignal): Promise<void> {
  const interval = MINUTE / FAILOVERS
  for (let count = 0; !signal.aborted; count++) {
    await delay(interval * (0.6 + 0.5 * random()), undefined, { signal }).catch(() => undefined)
    if (signal.aborted) return
    if (count % 4 === 1) await timed('a restart', run.restart)
    await timed('a failover', run.failOver)
  }
}

async function timed(what: string, work: () => Promise<void>): Promise<void> {
  const began = performance.now()
  await work()
  const time = new Date().toISOString().slice(11, 23)
  if (values.verbose) console.log(`${time} ${what}, over after ${Math.round(performance.now() - began)} ms`)
}

/** Returns a generator of numbers from 0 to 1 that depend only on the seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
