/** A publisher in a temporary folder: a development root, its keys, and releases from maps of files. */
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
  /** The temporary folder that contains all the others; more can be added, it is removed with the rest. */
  readonly dir: string
  readonly payloadDir: string
  readonly releaseDir: string
  readonly keys: KeyFolder
  /** Replaces the payload by `files` and publishes it; versions grow by one a release that changes something. */
  publish(files: PayloadMap, options?: Partial<PublishOptions>): Promise<PublishOutcome>
  /** Replaces the payload by `files`, publishing nothing. */
  write(files: PayloadMap): Promise<void>
  /** The root that a device pins when it is enrolled: the newest published one. */
  root(): Promise<Envelope>
  /** The same publisher in a folder of its own: what either publishes from here on, the other one does not have. */
  copy(): Promise<TestPublisher>
  /** Removes the whole folder. */
  remove(): Promise<void>
}

export interface TestPublisherOptions {
  /** Milliseconds since the epoch; 2026-01-01 unless given. */
  readonly now?: number
  readonly index?: { readonly path?: string; readonly heading?: string }
  readonly program?: string
  /** How long the root lives; a year unless given. */
  readonly rootDays?: number
  readonly development?: boolean
}

export const TEST_NOW = Date.parse('2026-01-01T00:00:00Z')

/** A publisher with a fresh root and nothing published yet. */
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
