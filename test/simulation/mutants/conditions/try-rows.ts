/**
 * Explores bare acts with one condition removed from the code, until a promise is broken or the processor time is used
 * up: `node try-rows.ts <file> <rule> <without>`. Prints the result; the exit status is 1 if no promise was broken.
 */
import { basename } from 'node:path'
import { plant } from '../plant.ts'

/** Milliseconds of the processor. */
const MOST = 60_000
/** The number of executions between two checks of the processor time. */
const PORTION = 8_000

/** The world that usually shows a missing condition of a file, if the small explorations do not. */
const TELLING: Readonly<Record<string, readonly string[]>> = {
  'once.ts': ['acts that outlive their lease'],
  'free.ts': ['unknown acts', 'acts that outlive their lease', 'acts'],
  'query.ts': ['deleted acts'],
  'request.ts': ['acts that outlive their lease'],
  'settle.ts': ['acts that outlive their lease'],
}
/** Below this number of executions a whole exploration takes less time than starting. */
const SMALL = 300

const [, , file = '', rule = '', without = ''] = process.argv
plant({ file, rule, without })
const { explore } = await import('../../exploration/explore.ts')
const { ACT_ROWS } = await import('../../worlds/acts/rows.ts')
const { worldNamed } = await import('../../worlds.ts')

const telling = TELLING[basename(file)] ?? []
const place = ({ world, least }: (typeof ACT_ROWS)[number]) => {
  const at = telling.indexOf(world)
  return least < SMALL ? -1 : at === -1 ? telling.length : at
}
const rows = ACT_ROWS.toSorted((a, b) => place(a) - place(b))

const used = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
process.exitCode = 1
for (const { world, bounds, least } of rows) {
  if (used() > MOST) break
  const { executions, failure } = await explore(worldNamed(world), {
    bounds,
    most: Math.max(PORTION, 2 * least),
  })
  if (!failure) continue
  const seconds = (used() / 1_000).toFixed(1)
  console.log(`${failure.broken} (${world}, ${executions} executions, ${seconds} s)`)
  process.exitCode = 0
  break
}
