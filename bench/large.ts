/**
 * The memory of publishing and installing a release of 1 GB in 16 files: first the whole release, then one change in
 * each file. Last, the memory of publishing when changes are spread over each file.
 */
import { execFile } from 'node:child_process'
import { randomFillSync } from 'node:crypto'
import { mkdir, open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createTestPublisher } from '../test/helpers/publishing/release.ts'
import type { Measurement } from './measurement.ts'
import { startKura } from './sync/kura.ts'

const FILES = 16
const FILE_BYTES = 64_000_000
const MOST_BYTES = 300_000_000
/** The distance in bytes between two changes in a file. */
const DISTANCE = 100_003

const run = promisify(execFile)

export async function measureLarge(): Promise<Measurement[]> {
  const publisher = await createTestPublisher({ now: Date.now() })
  try {
    await writeFiles(publisher.payloadDir)
    const published = await peakOf('publish', publisher.dir)
    const kura = await startKura(publisher)
    try {
      const device = await kura.newDevice()
      const synced = await peakOf('sync', device)
      await changeFiles(publisher.payloadDir, [FILE_BYTES / 2])
      const rows = [
        row('publish', published),
        row('sync', synced),
        row('publish of a change in each file', await peakOf('publish', publisher.dir)),
        row('sync of a change in each file', await peakOf('sync', device)),
      ]
      await changeFiles(publisher.payloadDir, allOver())
      return [...rows, row('publish of changes all over each file', await peakOf('publish', publisher.dir))]
    } finally {
      await kura.close()
    }
  } finally {
    await publisher.remove()
  }
}

/** Half of each file cannot be compressed. */
async function writeFiles(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true })
  const content = Buffer.alloc(FILE_BYTES, 'a dictionary ')
  for (let number = 0; number < FILES; number++) {
    for (let at = 0; at < FILE_BYTES; at += 2000) randomFillSync(content, at, 1000)
    await writeFile(join(dir, `${number}.bin`), content)
  }
}

function allOver(): number[] {
  return Array.from({ length: Math.floor(FILE_BYTES / DISTANCE) }, (_, index) => index * DISTANCE)
}

async function changeFiles(dir: string, places: readonly number[]): Promise<void> {
  for (let number = 0; number < FILES; number++) {
    const file = await open(join(dir, `${number}.bin`), 'r+')
    for (const at of places) await file.write(`the line at ${at} has changed`, at)
    await file.close()
  }
}

/** Runs `large/<what>.ts` in its own process, which prints its peak memory. */
async function peakOf(what: 'publish' | 'sync', dir: string): Promise<number> {
  const program = join(import.meta.dirname, 'large', `${what}.ts`)
  const { stdout } = await run(process.execPath, [program, dir])
  return Number(stdout)
}

function row(what: string, bytes: number): Measurement {
  const megabytes = (count: number) => `${(count / 1_000_000).toFixed(0)} MB`
  return {
    what: `1 GB in 16 files: ${what}`,
    found: `${megabytes(bytes)} of memory at most`,
    aim: { text: `under ${megabytes(MOST_BYTES)}`, held: bytes < MOST_BYTES },
  }
}
