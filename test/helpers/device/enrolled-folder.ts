/** A host that enrols devices, and the folder of a new device with its token, over real HTTP. */
import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { routesOfAdmin } from '../../../lib/app/functions/admin.ts'
import { routesOfDistribution } from '../../../lib/app/functions/distribution.ts'
import type { Credentials } from '../../../lib/core/release/schema.ts'
import { type SyncDeps, sync } from '../../../lib/device/sync/sync.ts'
import { serveFunction } from '../functions.ts'
import { TEST_NOW } from '../publishing/release.ts'
import { temporaryPublisher } from '../publishing/temporary-publisher.ts'
import { temporaryDirectory } from '../temporary-directory.ts'

/**
 * Starts the host. `pass` advances the clock of host and devices by a number of milliseconds; `folder` makes the folder
 * of a device.
 */
export async function startEnrollingHost({ now = TEST_NOW }: { now?: number } = {}) {
  const publisher = await temporaryPublisher({ now })
  await publisher.publish({ 'a.md': '# a\n' })
  let clock = now
  const host = await serveFunction(core => [...routesOfAdmin(core), ...routesOfDistribution(core)], {
    now: () => clock,
    env: { KURA_RELEASE_DIR: publisher.releaseDir },
  })
  const admin = (path: string, body: object) =>
    host.call(`/api/admin/${path}`, { method: 'POST', body: JSON.stringify(body), scopes: ['admin'] })
  const root = await publisher.root()

  async function folder(name = 'demo', dir?: string): Promise<string> {
    const response = await admin('enrolments', { name, force: true })
    expect(response.status).toBe(200)
    const { keyid, secret } = (await response.json()) as { keyid: string; secret: string }
    const made = dir ?? (await temporaryDirectory())
    const enrolment: Credentials = { url: host.url, keyid, secret, root }
    await writeFile(join(made, 'enrolment.json'), JSON.stringify(enrolment), { mode: 0o600 })
    return made
  }

  return {
    host,
    admin,
    folder,
    copyOf: async (dir: string) => {
      const copy = await temporaryDirectory()
      await cp(dir, copy, { recursive: true })
      return copy
    },
    run: (dir: string, parts: SyncDeps = {}) =>
      sync(dir, { now: () => clock, sleep: async () => undefined, ...parts }),
    pass: (milliseconds: number) => {
      clock += milliseconds
    },
  }
}
