/**
 * Explores a world from the command line, deeper than the tests do, or replays a schedule:
 *
 * npm run simulate -- deals --faults 2 --preemptions 1 --steps 2
 * npm run simulate -- deals --replay '["hana: starts", …]'
 * npm run simulate -- --mutants settle.ts
 *
 * Without the name of a world it explores all of them. The exit status is 1 if a promise was broken, if there were too
 * many schedules to try them all or, with `--mutants`, if no exploration noticed that a condition was removed.
 */
import { parseArgs } from 'node:util'
import { explore } from './exploration/explore.ts'
import type { Fault } from './moves.ts'
import { brokenLine, replay } from './replay.ts'
import { WORLDS, worldNamed } from './worlds.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    faults: { type: 'string', default: '1' },
    preemptions: { type: 'string', default: '1' },
    steps: { type: 'string', default: '2' },
    /** The faults to try, separated by commas; by default the usual ones. */
    kinds: { type: 'string' },
    /** Whether the clock of a sleeping actor stands still. */
    freezes: { type: 'boolean', default: false },
    replay: { type: 'string' },
    /** Removes each condition of the once-only act, one at a time; further words select some of them. */
    mutants: { type: 'boolean', default: false },
  },
})

const names = values.mutants ? [] : positionals.length > 0 ? positionals : Object.keys(WORLDS)
const { freezes } = values
for (const name of names) {
  if (values.replay === undefined) await exploreWorld(name)
  else console.log((await replay(worldNamed(name), JSON.parse(values.replay), { freezes })).join('\n'))
}

if (values.mutants) {
  const { trySurvivors } = await import('./mutants/conditions/survivors.ts')
  process.exitCode = (await trySurvivors(positionals)) > 0 ? 1 : 0
}

async function exploreWorld(name: string): Promise<void> {
  const kinds = values.kinds?.split(',') as Fault[] | undefined
  const bounds = {
    faults: Number(values.faults),
    preemptions: Number(values.preemptions),
    steps: Number(values.steps),
    ...(kinds && { kinds }),
  }
  const started = performance.now()
  const { executions, complete, failure } = await explore(worldNamed(name), { bounds, freezes })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${name}: ${executions} executions in ${seconds} s${complete ? ', complete' : ''}`)
  if (!complete) process.exitCode = 1
  if (!failure) return
  const line = `npm run simulate -- ${name}${freezes ? ' --freezes' : ''} --replay '${JSON.stringify(failure.schedule)}'`
  console.log([...failure.story, brokenLine(failure.broken), line].join('\n'))
}
