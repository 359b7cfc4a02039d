/** The real function with a release folder, over real HTTP, and a device that is enrolled with it. */
import { cp, rm } from 'node:fs/promises'
import { routesOfDistribution } from '../../../lib/app/functions/distribution.ts'
import { deriveSecret } from '../../../lib/core/signatures/keys.ts'
import { type SyncDeps, sync } from '../../../lib/device/sync/sync.ts'
import { serveFunction, TEST_SECRET } from '../functions.ts'
import { createTestPublisher, type PayloadMap, TEST_NOW, type TestPublisher } from '../publishing/release.ts'
import { copiedPublisher } from '../publishing/temporary-publisher.ts'
import { temporaryDirectory } from '../temporary-directory.ts'
import { enrol } from './device.ts'

export const REAL_KEYID = 'demo:device:1'

/**
 * The publishers by the JSON of the releases that they have published; a test gets a copy. They stay until the run ends.
 */
const published = new Map<string, Promise<TestPublisher>>()

/** Returns a publisher that has published each of `releases`, one after the other. */
function publisherOf(releases: readonly PayloadMap[]): Promise<TestPublisher> {
  const key = JSON.stringify(releases)
  const made = published.get(key) ?? publish(releases)
  published.set(key, made)
  return made
}

async function publish(releases: readonly PayloadMap[]): Promise<TestPublisher> {
  const [files = {}, ...before] = releases.toReversed()
  const publisher =
    before.length === 0 ? await createTestPublisher() : await (await publisherOf(before.toReversed())).copy()
  await publisher.publish(files)
  return publisher
}

/** Publishes `files` as release 1. `pass` advances the clock of host and device by a number of milliseconds. */
export async function startRealHost(files: PayloadMap, env: Record<string, string> = {}) {
  const publisher = await copiedPublisher(await publisherOf([files]))
  let clock = TEST_NOW
  const host = await serveFunction(routesOfDistribution, {
    now: () => clock,
    env: { KURA_RELEASE_DIR: publisher.releaseDir, ...env },
  })
  const dir = await temporaryDirectory()
  const secret = deriveSecret(TEST_SECRET, REAL_KEYID).toString('base64url')
  await enrol(dir, { url: host.url, root: await publisher.root() }, { keyid: REAL_KEYID, secret })
  const run = (parts: SyncDeps = {}) =>
    sync(dir, { now: () => clock, sleep: async () => undefined, ...parts })
  const pass = (milliseconds: number) => {
    clock += milliseconds
  }
  /** Publishes `releases` after the first one. */
  const publishAll = async (...releases: readonly PayloadMap[]) => {
    const { releaseDir } = await publisherOf([files, ...releases])
    await rm(publisher.releaseDir, { recursive: true })
    await cp(releaseDir, publisher.releaseDir, { recursive: true })
  }
  return { publisher, host, dir, run, pass, publishAll }
}
