/**
 * A publisher in a temporary folder: with a development root, its keys, and releases that are made from maps of files.
 */
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { latestRoot } from '../../../lib/core/release/folder/folder.ts'
import type { Envelope } from '../../../lib/core/release/schema.ts'
import type { KeyFolder } from '../../../lib/publishing/keys/folder.ts'
import { createRoot, type RootChange } from '../../../lib/publishing/keys/roots.ts'
import { type PublishOptions, type PublishOutcome, publishRelease } from '../../../lib/publishing/publish.ts'

/** The files of a payload: content by path. */
export type PayloadMap = Readonly<Record<string, string | Uint8Array>>

export interface TestPublisher {
  /** The temporary folder that contains all other folders; it is removed with everything that a test adds to it. */
  readonly dir: string
  readonly payloadDir: string
  readonly releaseDir: string
  readonly keys: KeyFolder
  /** Replaces the payload by `files` and publishes it. The version grows by one if the release changes. */
  publish(files: PayloadMap, options?: Partial<PublishOptions>): Promise<PublishOutcome>
  /** Replaces the payload by `files` without publishing it. */
  write(files: PayloadMap): Promise<void>
  /** Returns the root that a new device pins: the newest published one. */
  root(): Promise<Envelope>
  /** Returns a copy of this publisher in a folder of its own. The two do not see each other's later releases. */
  copy(): Promise<TestPublisher>
  /** Removes the whole folder. */
  remove(): Promise<void>
}

export interface TestPublisherOptions {
  /** The publisher's time, milliseconds since the epoch; by default 2026-01-01. */
  readonly now?: number
  readonly index?: { readonly path?: string; readonly heading?: string }
  readonly program?: string
  /** The lifetime of the root in days; by default a year. */
  readonly rootDays?: number
  readonly development?: boolean
}

export const TEST_NOW = Date.parse('2026-01-01T00:00:00Z')

/** Creates a publisher with a new root and no release. */
export async function createTestPublisher(options: TestPublisherOptions = {}): Promise<TestPublisher> {
  const { now = TEST_NOW, index, program, rootDays, development = true } = options
  const places = placesIn(await mkdtemp(join(tmpdir(), 'kura-release-')))
  const root = await createRoot({ ...places, now, days: rootDays, development })
  await writeFile(join(places.dir, 'payload.json'), JSON.stringify({ index, program }))
  return openPublisher(places, { root, now })
}

function placesIn(dir: string) {
  const keys: KeyFolder = { dir: join(dir, 'keys'), passphrase: async () => undefined }
  return { dir, payloadDir: join(dir, 'payload'), releaseDir: join(dir, 'release'), keys }
}

function openPublisher(
  places: ReturnType<typeof placesIn>,
  { root, now }: { root: RootChange; now: number },
): TestPublisher {
  const { dir, payloadDir, releaseDir, keys } = places
  const write = (files: PayloadMap) => writePayload(payloadDir, files)
  return {
    ...places,
    write,
    async publish(files, more = {}) {
      await write(files)
      return publishRelease({ payloadDir, releaseDir, keys, now, ...more })
    },
    root: () => latestRoot(releaseDir).catch(() => root.envelope),
    async copy() {
      const copy = placesIn(await mkdtemp(join(tmpdir(), 'kura-release-')))
      await cp(dir, copy.dir, { recursive: true })
      return openPublisher(copy, { root, now })
    },
    remove: () => rm(dir, { recursive: true, force: true }),
  }
}

/** Makes `dir` contain exactly `files`. */
export async function writePayload(dir: string, files: PayloadMap): Promise<void> {
  await rm(dir, { recursive: true, force: true })
  await mkdir(dir, { recursive: true })
  for (const [path, content] of Object.entries(files)) {
    const file = join(dir, ...path.split('/'))
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, content)
  }
}
