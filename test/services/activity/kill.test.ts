/** Real processes that remove entries from the embedded store are killed with SIGKILL in the middle. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { openEmbeddedStore } from '../../../lib/core/store/embedded.ts'
import { chainFault, digestOf } from '../../../lib/services/activity/entry.ts'
import { contentOf } from '../../../lib/services/activity/export.ts'
import { createActivityLog } from '../../../lib/services/activity/log.ts'
import { NUMBER_KEPT } from '../../../lib/services/activity/removal.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

const run = promisify(execFile)
const CHILD = join(import.meta.dirname, 'remove-and-die.ts')
const MONTH = 40 * 86_400_000

/** A log with twenty entries of last month and three of today. */
async function createWorld() {
  const file = join(await temporaryDirectory(), 'store.db')
  const open = (later = 0) => {
    const store = openEmbeddedStore(file, { now: () => Date.now() + later })
    onTestFinished(() => store.close())
    return store
  }
  const store = open()
  const record = async (count: number, now: () => number) => {
    const log = createActivityLog({ store: () => store, now })
    const act = { by: 'hana:admin:1', act: 'x', endpoint: 'POST /api/x', what: {}, status: 200, request: 'r' }
    for (let at = 0; at < count; at++) await log.append(act)
    return (await log.page({ limit: 100 })).entries
  }
  const old = await record(20, () => Date.now() - MONTH)
  await record(3, Date.now)
  const request = { last: old.at(-1)?.digest, count: 20, content: contentOf(old), export: 'e'.repeat(64) }
  const remove = (fatal: number) =>
    run(process.execPath, [CHILD, file, JSON.stringify(request), String(fatal)]).then(
      ({ stdout }) => stdout,
      ({ signal }) => signal as string,
    )
  return { remove, open }
}

// the writes: 1 the entry about the removal, 2 the anchor, 3 to 22 the entries, 23 how far the removal got
test.each([1, 2, 3, 12, 22, 23])('killed after write %i, another process finishes', async fatal => {
  const { remove, open } = await createWorld()
  expect(await remove(fatal)).toBe('SIGKILL')
  expect(await remove(0)).toBe('0')
  const store = open(NUMBER_KEPT + 60_000)
  const { entries, anchor } = await createActivityLog({ store: () => store, now: Date.now }).page({
    limit: 100,
  })
  expect(anchor).toMatchObject({ seq: 20, person: 'Hana' })
  expect((await store.keys('activity/entry/')).keys).toHaveLength(entries.length)
  let end = { seq: 20, digest: anchor?.digest ?? '' }
  for (const entry of entries) {
    expect(chainFault(end, entry)).toBeUndefined()
    end = { seq: entry.seq, digest: digestOf(entry) }
  }
  // three entries of today, and one for each removal that began
  expect(entries.length).toBe(fatal === 1 ? 5 : 4)
})
