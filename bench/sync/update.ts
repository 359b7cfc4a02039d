/** Updates that change little: request and answer alone, the whole program with its report, and the peers. */
import { cp, mkdir, rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import {
  createTestPublisher,
  type PayloadMap,
  type TestPublisher,
} from '../../test/helpers/publishing/release.ts'
import type { Measurement } from '../measurement.ts'
import { type Cost, isInstalled, ratioRow, row, run, TIMES } from './cost.ts'
import { pack, serveFiles, unpack } from './files.ts'
import { type KuraHost, startKura } from './kura.ts'
import { type Change, changes } from './payloads.ts'
import { type Rsync, startRsync } from './rsync.ts'

/** The aims in bytes, in the order of the changes: of request and answer alone, and with the report. */
const AIMS = [
  { answer: 1600, report: 2500 },
  { answer: 5200, report: 6000 },
  { answer: 3000, report: undefined },
]

/** The modification times of the payload's files, by which rsync recognizes changes. */
const [BEFORE, AFTER] = [new Date('2026-01-01T00:00:00Z'), new Date('2026-02-01T00:00:00Z')]

export async function measureUpdates(): Promise<Measurement[]> {
  const rows: Measurement[] = []
  for (const [index, change] of changes().entries()) {
    const publisher = await createTestPublisher({ now: Date.now() })
    try {
      rows.push(...(await measureChange(publisher, change, AIMS[index])))
    } finally {
      await publisher.remove()
    }
  }
  return rows
}

async function measureChange(
  publisher: TestPublisher,
  change: Change,
  aims: (typeof AIMS)[number] | undefined,
): Promise<Measurement[]> {
  await publisher.publish(change.before)
  await setTimes(publisher.payloadDir, change.before, change.before)
  const kura = await startKura(publisher)
  const device = await kura.newDevice()
  await kura.sync(device)
  const old = join(publisher.dir, 'old')
  await cp(publisher.payloadDir, old, { recursive: true, preserveTimestamps: true })
  await publisher.publish(change.after)
  await setTimes(publisher.payloadDir, change.before, change.after)
  const rsync = (await isInstalled('rsync'))
    ? await startRsync(publisher.payloadDir, publisher.dir)
    : undefined
  try {
    const costs = await updateInTurn(publisher, { kura, device, rsync })
    return [...updateRows(change.what, costs, aims), ...(await zstdRows(publisher, change))]
  } finally {
    await rsync?.close()
    await kura.close()
  }
}

const [SILENT, WHOLE] = ['kura, question and answer', 'kura, with the report'] as const
const PEERS = [['-a'], ['-az'], ['-az', '--fsync']] as const

/** Every program updates a new copy of what it had before. */
async function updateInTurn(
  publisher: TestPublisher,
  { kura, device, rsync }: { kura: KuraHost; device: string; rsync: Rsync | undefined },
): Promise<Map<string, Cost[]>> {
  const costs = new Map<string, Cost[]>()
  const keep = (what: string, cost: Cost) => costs.set(what, [...(costs.get(what) ?? []), cost])
  for (let time = 0; time < TIMES; time++) {
    keep(SILENT, await kura.syncSilently(device))
    const copy = join(publisher.dir, 'device-copy')
    await rm(copy, { recursive: true, force: true })
    await cp(device, copy, { recursive: true })
    await run('sync')
    keep(WHOLE, await kura.sync(copy))
    for (const options of rsync ? PEERS : []) {
      const target = await copyOfOld(publisher)
      await run('sync')
      const cost = await rsync?.copy(options, target)
      if (cost) keep(`rsync ${options.join(' ')}`, cost)
    }
  }
  return costs
}

function updateRows(
  change: string,
  costs: ReadonlyMap<string, readonly Cost[]>,
  aims: (typeof AIMS)[number] | undefined,
): Measurement[] {
  const most: Readonly<Record<string, number | undefined>> = { [SILENT]: aims?.answer, [WHOLE]: aims?.report }
  const peer = costs.get('rsync -az')
  const against = (what: string) =>
    peer
      ? [
          ratioRow(`${what}, against rsync -az`, [costs.get(what) ?? [], peer], {
            of: 'milliseconds',
            most: 1,
          }),
        ]
      : []
  return [
    ...[...costs].map(([what, all]) => row(`${change}: ${what}`, all, most[what])),
    ...against(SILENT),
    ...against(WHOLE),
  ]
}

/**
 * Sets the modification time of each file: that of the second release if the file has changed, else that of the first.
 */
async function setTimes(dir: string, before: PayloadMap, after: PayloadMap): Promise<void> {
  for (const [path, content] of Object.entries(after)) {
    const time = before[path] === content ? BEFORE : AFTER
    await utimes(join(dir, ...path.split('/')), time, time)
  }
}

async function copyOfOld(publisher: TestPublisher): Promise<string> {
  const target = join(publisher.dir, 'copy')
  await rm(target, { recursive: true, force: true })
  await cp(join(publisher.dir, 'old'), target, { recursive: true, preserveTimestamps: true })
  return target
}

/** The files that curl fetches: the whole payload as tar.zst, and a patch that zstd makes from the two tar files. */
async function zstdRows(publisher: TestPublisher, { what }: Change): Promise<Measurement[]> {
  if (!(await isInstalled('zstd')) || !(await isInstalled('curl'))) return []
  const { dir, payloadDir } = publisher
  const at = (name: string) => join(dir, name)
  const files = await serveFiles(dir)
  try {
    await pack(payloadDir, at('all.tar.zst'))
    for (const [folder, tar] of [
      [at('old'), at('old.tar')],
      [payloadDir, at('new.tar')],
    ] as const)
      await run('tar', ['--create', '--file', tar, '--directory', folder, '.'])
    const patching = ['--patch-from', at('old.tar'), '--long=27']
    await run('zstd', ['-19', '-f', ...patching, at('new.tar'), '-o', at('new.patch')])
    await mkdir(at('patched'), { recursive: true })
    const patch = () => run('zstd', ['-d', '-f', ...patching, at('got.patch'), '-o', at('patched/new.tar')])
    return [
      row(`${what}: zstd --patch-from`, [await files.fetch('new.patch', at('got.patch'), patch)]),
      row(`${what}: curl + tar.zst`, [
        await files.fetch('all.tar.zst', at('got.tar.zst'), async () =>
          unpack(at('got.tar.zst'), await copyOfOld(publisher)),
        ),
      ]),
    ]
  } finally {
    await files.close()
  }
}
