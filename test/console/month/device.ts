/**
 * A device is set up: Hana approves with the passkey, the unpacked folder syncs, and the page Devices shows the device
 * as whole.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect } from 'vitest'
import { APPROVALS } from '../../../lib/console/approvals/words.ts'
import { DEVICES } from '../../../lib/console/pages/devices/words.ts'
import { sync } from '../../../lib/device/sync/sync.ts'
import { STATES } from '../../../lib/services/distribution/lists/words.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'
import type { Office } from './office.ts'

export async function enrolDevice({ hana, books }: Office): Promise<void> {
  const { page, say } = hana
  await hana.visit('/console/devices')
  await page.getByLabel(say(DEVICES.name)).fill('mei-pc')
  await hana.press(say(DEVICES.enrol))
  await hana.press(say(DEVICES.confirm))
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: say(APPROVALS.folder) }).click()
  const file = await (await download).path()
  const dir = await temporaryDirectory()
  expect(spawnSync('unzip', ['-q', file, '-d', dir]).status).toBe(0)
  const { now } = books.clock
  const { installed, expected } = await sync(join(dir, 'mei-pc'), {
    now: () => now,
    sleep: async () => undefined,
  })
  expect([installed, expected]).toEqual([1, 1])
  await hana.visit('/console/devices')
  await page.getByRole('link', { name: 'mei-pc', exact: true }).waitFor()
  expect(await page.locator('article .good').allTextContents()).toEqual([say(STATES.whole)])
}
