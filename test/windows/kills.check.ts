/** A device program is killed at any change of the disk; the next run ends with the whole release. */
import { describe, expect, test } from 'vitest'
import type { SyncResult } from '../../lib/device/sync/result.ts'
import { bundle } from '../../scripts/build-device.ts'
import { TEST_NOW } from '../helpers/publishing/release.ts'
import { openOffice, resultOf } from './office.ts'
import { hasWindows, NODE, pathOf, runWindows } from './wine.ts'

const MORTAL = 'C:\\programs\\process.mjs'
const KILLS = 16

const BEFORE = { 'a.md': '# a\n', 'folder/b.md': '# b\n', 'left.md': '# left\n' }
const AFTER = { 'a.md': '# changed\n', 'folder/b.md': '# b\n', '知識/new.md': '# new\n', 'b.md': '# b\n' }

describe.skipIf(!hasWindows)('on Windows', () => {
  test(`${KILLS} kills of an update lose nothing`, async () => {
    // first the operator's clock, later that of `process.ts`
    let clock = Date.now
    const { publisher, enrol } = await openOffice({ now: TEST_NOW, clock: () => clock() })
    await publisher.publish(BEFORE)
    await bundle('test/helpers/device/process.ts', pathOf(MORTAL))
    const pc = await enrol('C:\\users\\mortal\\kura')
    clock = () => TEST_NOW
    const program = `${pc.dir}\\kura-device.mjs`
    const run = async (killAt = '') => resultOf(await runWindows([NODE, MORTAL, program, pc.dir, killAt, '']))
    const counted = async () => Number((await run())['count'])

    await counted()
    await publisher.publish(AFTER)
    const changes = await counted()
    expect(changes).toBeGreaterThan(KILLS)
    const recoveries = new Set<SyncResult['recovered']>()
    for (let kill = 0; kill < KILLS; kill++) {
      const [goal, other] = kill % 2 === 0 ? [BEFORE, AFTER] : [AFTER, BEFORE]
      await publisher.publish(goal)
      const count = Object.keys(goal).length
      const at = Math.floor((kill * changes) / KILLS)
      expect((await run(String(at)))['count']).toBeUndefined()
      const next = await run()
      expect(next, `after a kill at change ${at}`).toMatchObject({
        result: { installed: count, indexed: count, replaced: [], changes: { repaired: [], kept: [] } },
      })
      recoveries.add((next['result'] as SyncResult).recovered)
      expect(await pc.files({ ...other, ...goal })).toEqual(goal)
    }
    expect(recoveries).toContain('completed')
  })
})
