/** A sync without a change: kura, which hashes all files again, and rsync, which compares sizes and times. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Measurement } from '../measurement.ts'
import { AGAINST, type Cost, type Peer, ratioRow, row, runTimed, TIMES } from './cost.ts'
import type { KuraHost } from './kura.ts'

const MOST_BYTES = 800
const RSYNC = 'rsync -az'
const BARE = 'node -e 0'

interface Programs {
  readonly kura: KuraHost
  readonly other: string | undefined
  readonly peers: readonly Peer[]
  readonly dir: string
}

/** Runs each program once, and then all in turn. */
export async function noChangeRows({ kura, other, peers, dir }: Programs): Promise<Measurement[]> {
  const programs = new Map<string, () => Promise<Cost>>()
  const device = await kura.newDevice()
  programs.set('kura', () => kura.sync(device))
  if (other !== undefined) {
    const second = await kura.newDevice()
    programs.set(AGAINST, () => kura.sync(second, other))
  }
  const rsync = peers.find(({ what }) => what === RSYNC)
  const target = join(dir, 'unchanged')
  await mkdir(target)
  if (rsync) programs.set(RSYNC, () => rsync.copy(target))
  programs.set(BARE, async () => ({ ...(await runTimed(process.execPath, ['-e', '0'])), bytes: 0 }))
  const costs = new Map([...programs.keys()].map(what => [what, [] as Cost[]]))
  for (let time = -1; time < TIMES; time++)
    for (const [what, copy] of programs) {
      const cost = await copy()
      if (time >= 0) costs.get(what)?.push(cost)
    }
  return rowsOf(costs)
}

function rowsOf(costs: ReadonlyMap<string, readonly Cost[]>): Measurement[] {
  const own = costs.get('kura') ?? []
  const against = (what: string, of: 'milliseconds' | 'processor', most: number) => {
    const other = costs.get(what)
    return other ? [ratioRow(`kura against ${what}`, [own, other], { of, most })] : []
  }
  return [
    row('no change, the disk hashed again: kura', own, MOST_BYTES),
    ...[...costs].slice(1).map(([what, all]) => row(`no change: ${what}`, all)),
    ...against(RSYNC, 'milliseconds', 1),
    ...against(BARE, 'processor', 3),
    ...against(AGAINST, 'milliseconds', 0.75),
    ...against(AGAINST, 'processor', 0.75),
  ]
}
