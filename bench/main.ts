/**
 * `npm run bench [name…] [--against DIR]`: measures speed as ratios within one run, so that the machine does not
 * matter.
 */
import { parseArgs } from 'node:util'
import { tableLines } from '../lib/cli/terminal/rows.ts'
import { measureCalls } from './calls.ts'
import { measureCold } from './cold.ts'
import { measureFleet } from './fleet.ts'
import { measureImport } from './import.ts'
import { measureJournal } from './journal.ts'
import { measureLarge } from './large.ts'
import type { Measurement } from './measurement.ts'
import { measureMemory } from './memory.ts'
import { measureMove } from './move.ts'
import { measureNotices } from './notices.ts'
import { measurePages } from './pages.ts'
import { measureRequests } from './requests.ts'
import { measureSync } from './sync.ts'
import { measureTokens } from './tokens.ts'

/** Each bench; `against` is the folder of a second checkout, which `calls` and `sync` compare. */
const BENCHES: Readonly<Record<string, (against?: string) => Promise<Measurement[]>>> = {
  requests: measureRequests,
  calls: measureCalls,
  cold: measureCold,
  pages: measurePages,
  sync: measureSync,
  large: measureLarge,
  fleet: measureFleet,
  journal: measureJournal,
  import: measureImport,
  tokens: measureTokens,
  memory: measureMemory,
  move: measureMove,
  notices: measureNotices,
}

const { positionals: asked, values } = parseArgs({
  allowPositionals: true,
  options: { against: { type: 'string' } },
})
const unknown = asked.filter(name => !Object.hasOwn(BENCHES, name))
if (unknown.length > 0) {
  console.error(`bench: no bench "${unknown.join('", "')}"; there are ${Object.keys(BENCHES).join(', ')}`)
  process.exit(2)
}

for (const [name, measure] of Object.entries(BENCHES)) {
  if (asked.length > 0 && !asked.includes(name)) continue
  console.log(`\n${name}`)
  const rows = (await measure(values.against)).map(({ what, found, aim }) => [
    `  ${what}`,
    found,
    aim ? `${aim.held ? 'holds' : 'MISSED'}: ${aim.text}` : '',
  ])
  for (const line of tableLines(rows)) console.log(line)
}
