/**
 * Explores bare acts with one condition removed from the code, until a promise is broken or the processor time is used
 * up: `node try-rows.ts <file> <rule> <without>`. Prints the result; the exit status is 1 if no promise was broken.
 */
import { plant } from '../plant.ts'

/** Milliseconds of the processor. */
const MOST = 20_000
/** The number of executions between two checks of the processor time. */
const PORTION = 8_000

const [, , file = '', rule = '', without = ''] = process.argv
plant({ file, rule, without })
const { explore } = await import('../../exploration/explore.ts')
const { ACT_ROWS } = await import('../../worlds/acts/rows.ts')
const { worldNamed } = await import('../../worlds.ts')

const used = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
process.exitCode = 1
for (const { world, bounds, least } of ACT_ROWS) {
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
