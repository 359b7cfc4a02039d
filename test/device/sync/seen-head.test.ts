/** The end of the activity log that a device carries: it shows the host that its store is older. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../../../lib/core/config/config.ts'
import { readStopped } from '../../../lib/core/store/stopped.ts'
import { createActivityRecord } from '../../../lib/services/activity/record.ts'
import { newestWitness, witnessText } from '../../../lib/services/activity/witness.ts'
import { startRealHost } from '../../helpers/device/real-host.ts'
import { restoreOf } from '../../helpers/host/restore.ts'
import { TEST_NOW } from '../../helpers/publishing/release.ts'

const LINE = '.kura/log-head'

async function start() {
  const { host, dir, run } = await startRealHost({ 'a.md': '# A\n' })
  const log = createActivityRecord({ store: () => host.store, now: () => TEST_NOW, note: () => undefined })
  const act = () => log.append({ key: 'mei:admin:1', act: 'changeRevocation', status: 200 } as never)
  const line = () => readFile(join(dir, LINE), 'utf8').catch(() => undefined)
  return { host, dir, run, act, line }
}

const lineOf = async ({ store, env }: Awaited<ReturnType<typeof start>>['host']) => {
  const newest = await newestWitness(store)
  return newest && witnessText(newest, readConfig(env).secrets())
}

test('a device brings back a line of the host, and a host whose store is older stops all acts', async () => {
  const { host, run, act, line } = await start()
  await act()
  await run()
  await run()
  const first = await line()
  expect(first).toMatch(/^1:/)
  const restore = await restoreOf(host.store)
  await act()
  await run()
  expect(await line()).toMatch(/^2:/)
  expect(await readStopped(host.store)).toBeUndefined()
  await restore()
  expect(await run()).toMatchObject({ changed: 0, warnings: [] })
  expect(await readStopped(host.store)).toMatchObject({ seq: 2, by: expect.stringContaining(':device:') })
  expect(await line()).toMatch(/^2:/)
})

test('a run without news costs one call of the store if the device has a line, and none if it has not', async () => {
  const { host, dir, run, act } = await start()
  const cost = async () => {
    const before = Object.values(host.store.calls).reduce((sum, count) => sum + count)
    await run()
    return Object.values(host.store.calls).reduce((sum, count) => sum + count) - before
  }
  await run()
  expect(await cost()).toBe(0)
  await act()
  await writeFile(join(dir, LINE), (await lineOf(host)) ?? '')
  expect(await cost()).toBe(1)
})

test('a line that the host did not make stops nothing, and is replaced', async () => {
  const { host, dir, run, act, line } = await start()
  await act()
  await run()
  await writeFile(join(dir, LINE), `9:${'a'.repeat(64)}:2026-01-01T00:00:00.000Z:${'A'.repeat(43)}\n`)
  await run()
  expect(await readStopped(host.store)).toBeUndefined()
  expect(await line()).toMatch(/^1:/)
  await writeFile(join(dir, LINE), 'no line\nof a host\n')
  expect(await run()).toMatchObject({ changed: 0 })
})
