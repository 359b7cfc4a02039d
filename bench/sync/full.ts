/** A full sync of 200 files, 10.5 MB: kura and its peers in turn, several times each. */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createTestPublisher, type TestPublisher } from '../../test/helpers/publishing/release.ts'
import type { Measurement } from '../measurement.ts'
import { AGAINST, type Cost, isInstalled, type Peer, ratioRow, row, run, TIMES } from './cost.ts'
import { pack, serveFiles, unpack } from './files.ts'
import { buildProgram, startKura } from './kura.ts'
import { noChangeRows } from './no-change.ts'
import { library } from './payloads.ts'
import { startRsync } from './rsync.ts'

export async function measureFull(against?: string): Promise<Measurement[]> {
  const publisher = await createTestPublisher({ now: Date.now() })
  const ends: (() => Promise<void>)[] = [() => publisher.remove()]
  try {
    await publisher.publish(library())
    const kura = await startKura(publisher)
    ends.unshift(() => kura.close())
    const other = against === undefined ? undefined : await buildProgram(against, publisher.dir)
    const peers = await startPeers(publisher, ends)
    const costs = new Map<string, Cost[]>()
    const keep = (what: string, cost: Cost) => costs.set(what, [...(costs.get(what) ?? []), cost])
    for (let time = 0; time < TIMES; time++) {
      const device = await kura.newDevice()
      await emptyQueue()
      keep('kura', await kura.sync(device))
      if (other !== undefined) {
        const second = await kura.newDevice()
        await emptyQueue()
        keep(AGAINST, await kura.sync(second, other))
      }
      for (const { what, copy } of peers) keep(what, await copyOnce(publisher, copy))
    }
    return [...fullRows(costs), ...(await noChangeRows({ kura, other, peers, dir: publisher.dir }))]
  } finally {
    for (const end of ends) await end()
  }
}

async function copyOnce(publisher: TestPublisher, copy: Peer['copy']): Promise<Cost> {
  const target = join(publisher.dir, 'copy')
  await rm(target, { recursive: true, force: true })
  await mkdir(target)
  await emptyQueue()
  return copy(target)
}

/** Flushes the writes of earlier programs to the disk, so that the measured program does not wait for them. */
async function emptyQueue(): Promise<void> {
  await run('sync')
}

async function startPeers(publisher: TestPublisher, ends: (() => Promise<void>)[]): Promise<Peer[]> {
  const peers: Peer[] = []
  if (await isInstalled('rsync')) {
    const rsync = await startRsync(publisher.payloadDir, publisher.dir)
    ends.unshift(() => rsync.close())
    for (const options of [['-a'], ['-az'], ['-az', '--fsync']])
      peers.push({ what: `rsync ${options.join(' ')}`, copy: target => rsync.copy(options, target) })
  }
  if ((await isInstalled('zstd')) && (await isInstalled('curl'))) {
    const files = await serveFiles(publisher.dir)
    ends.unshift(() => files.close())
    await pack(publisher.payloadDir, join(publisher.dir, 'all.tar.zst'))
    const got = join(publisher.dir, 'got.tar.zst')
    const copy = (target: string) => files.fetch('all.tar.zst', got, () => unpack(got, target))
    peers.push({ what: 'curl + tar.zst', copy })
  }
  return peers
}

function fullRows(costs: ReadonlyMap<string, readonly Cost[]>): Measurement[] {
  const [peer, own, other] = [costs.get('rsync -az'), costs.get('kura') ?? [], costs.get(AGAINST)]
  return [
    ...[...costs].map(([what, all]) => row(`200 files, 10.5 MB, all: ${what}`, all)),
    ...(peer
      ? [
          ratioRow('kura against rsync -az', [own, peer], { of: 'bytes', most: 1 }),
          ratioRow('kura against rsync -az', [own, peer], { of: 'milliseconds', most: 0.9 }),
        ]
      : []),
    ...(other ? [ratioRow(`kura against ${AGAINST}`, [own, other], { of: 'milliseconds', most: 1 })] : []),
  ]
}
