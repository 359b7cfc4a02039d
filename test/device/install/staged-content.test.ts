/** A content that was hashed when it was staged is not read again, unless its file has been replaced since. */
import { readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { DiskChanges } from '../../../lib/device/disk/disk.ts'
import { JOURNAL, STAGING } from '../../../lib/device/disk/layout.ts'
import { createDevice } from '../../helpers/device/device.ts'

/** Runs `act` before the first step of an installation. */
function beforeSteps(act: () => void) {
  return (changes: DiskChanges): DiskChanges => ({
    ...changes,
    async rename(from, to) {
      await changes.rename(from, to)
      if (to === JOURNAL) act()
    },
  })
}

test.each([
  { what: 'is written to', change: (file: string) => writeFileSync(file, 'X2') },
  {
    what: 'gives way to another',
    change: (file: string) => {
      writeFileSync(`${file}.other`, 'X2')
      renameSync(`${file}.other`, file)
    },
  },
  { what: 'becomes shorter', change: (file: string) => writeFileSync(file, '') },
])('a staged file that $what after it was hashed is not installed', async ({ change }) => {
  const device = await createDevice({ 'a.md': 'A', 'b.md': 'B' })
  await device.sync()
  device.publish(2, { 'a.md': 'A2', 'b.md': 'B2' })
  const staging = join(device.dir, ...STAGING.split('/'))
  const intercept = beforeSteps(() => {
    for (const name of readdirSync(staging)) change(join(staging, name))
  })
  expect(await device.failure({ intercept })).toMatchObject({
    code: 'device_write',
    message: expect.stringContaining('its content is no longer staged'),
  })
  expect(await device.files()).toMatchObject({ 'a.md': 'A', 'b.md': 'B' })
  await device.sync()
  expect(await device.files()).toMatchObject({ 'a.md': 'A2', 'b.md': 'B2' })
})
