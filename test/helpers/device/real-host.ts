/** The real function with a release folder, over real HTTP, and a device that is enrolled with it. */
import { routesOfDistribution } from '../../../lib/app/distribution.ts'
import { deriveSecret } from '../../../lib/core/signatures/keys.ts'
import { type SyncDeps, sync } from '../../../lib/device/sync.ts'
import { serveFunction, TEST_SECRET } from '../functions.ts'
import { type PayloadMap, TEST_NOW } from '../publishing/release.ts'
import { temporaryPublisher } from '../publishing/temporary-publisher.ts'
import { temporaryDirectory } from '../temporary-directory.ts'
import { enrol } from './device.ts'

export const REAL_KEYID = 'demo:device:1'

/** Publishes `files` as release 1; `pass` lets so many milliseconds pass for host and device. */
export async function startRealHost(files: PayloadMap, env: Record<string, string> = {}) {
  const publisher = await temporaryPublisher()
  await publisher.publish(files)
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
  return { publisher, host, dir, run, pass }
}
