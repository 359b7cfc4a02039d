/** A full sync of 200 files, 10.5 MB, and one without a change: kura and its peers in turn, several times each. */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createTestPublisher, type TestPublisher } from '../../test/helpers/publishing/release.ts'
import { type Measurement, median } from '../measurement.ts'
import { type Aim, type Cost, isInstalled, medianCost, row, run } from './cost.ts'
import { pack, serveFiles, unpack } from './files.ts'
import { startKura } from './kura.ts'
import { library } from './payloads.ts'
import { startRsync } from './rsync.ts'

const TIMES = 15
const NO_CHANGE = 800

type Transfer = (target: string) => Promise<Cost>

interface Peer {
  readonly what: string
  readonly copy: Transfer
}

export async function measureFull(): Promise<Measurement[]> {
  const publisher = await createTestPublisher({ now: Date.now() })
  const ends: (() => Promise<void>)[] = [() => publisher.remove()]
  try {
    await publisher.publish(library())
    const kura = await startKura(publisher)
    ends.unshift(() => kura.close())
    const peers = await startPeers(publisher, ends)
    const costs = new Map<string, Cost[]>()
    const keep = (what: string, cost: Cost) => costs.set(what, [...(costs.get(what) ?? []), cost])
    let device = ''
    for (let time = 0; time < TIMES; time++) {
      device = await kura.newDevice()
      await emptyQueue()
      keep('kura', await kura.sync(device))
      for (const { what, copy } of peers) keep(what, await copyOnce(publisher, copy))
    }
    const again = await kura.sync(device)
    return [...fullRows(costs), row('no change, the disk hashed again: kura', again, noChange(again))]
  } finally {
    for (const end of ends) await end()
  }
}

async function copyOnce(publisher: TestPublisher, copy: Transfer): Promise<Cost> {
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
  const [peer, kura] = [costs.get('rsync -az'), costs.get('kura')]
  const aim = peer && kura && aimAgainst(kura, peer)
  return [...costs].map(([what, all]) => ({
    ...row(`200 files, 10.5 MB, all: ${what}`, medianCost(all)),
    ...(what === 'kura' && { aim }),
  }))
}

/** The times are compared within each round, so that a slower moment of the machine affects both programs. */
function aimAgainst(kura: readonly Cost[], peer: readonly Cost[]): Measurement['aim'] {
  const [own, other] = [medianCost(kura), medianCost(peer)]
  const bytes = own.bytes / other.bytes
  const time = median(
    kura.map((cost, round) => cost.milliseconds / (peer[round]?.milliseconds ?? Number.NaN)),
  )
  return {
    text: `at most the bytes and the time of rsync -az (${bytes.toFixed(3)} of its bytes, ${time.toFixed(2)} of its time)`,
    held: bytes <= 1 && time <= 1,
  }
}

function noChange({ bytes }: Cost): Aim {
  return { bytes: NO_CHANGE, text: `at most ${NO_CHANGE} B (${bytes})` }
}
