/** Reading the log while another process removes entries. */
import { expect, test } from 'vitest'
import { createChainCheck } from '../../../../lib/cli/commands/activity/show.ts'
import { type logClient, readStoredLog } from '../../../../lib/cli/commands/activity/stored.ts'
import { digestOf } from '../../../../lib/services/activity/entry.ts'
import { verifyExports } from '../../../../lib/services/activity/verify/exports.ts'
import { chainOf } from '../../../services/activity/exports.ts'

const ENTRIES = chainOf(6).map(entry => ({ ...entry, digest: digestOf(entry) }))
const [, , , four] = ENTRIES
const ANCHOR = {
  seq: 4,
  digest: four?.digest ?? '',
  at: '',
  first: 1,
  count: 4,
  export: 'e',
  by: 'b',
  person: 'p',
}
const anchor = { ...ANCHOR, removedAt: '' }
const head = { seq: 1, digest: ENTRIES[0]?.digest ?? '' }

/** The test reads two entries; then the first four are removed. */
const PAGES = [
  { entries: ENTRIES.slice(0, 2), next: 2, head },
  { entries: ENTRIES.slice(4), head, anchor },
]

test('the store is read as it is after the removal', async () => {
  const pages = PAGES.values()
  const admin = { activity: async () => pages.next().value } as unknown as Awaited<
    ReturnType<typeof logClient>
  >
  const stored = await readStoredLog(admin)
  expect(stored.entries.map(({ seq }) => seq)).toEqual([5, 6])
  expect(verifyExports([], { roots: [], stored }).filter(({ state }) => state === 'wrong')).toEqual([])
})

test('no entry is shown as missing that was removed in the meantime', () => {
  const chain = createChainCheck()
  chain.begin(undefined)
  for (const page of PAGES) {
    chain.removed(page.anchor)
    for (const entry of page.entries) chain.add(entry, page.head)
  }
  expect(chain.faults).toEqual([])
  chain.end({ seq: 8, digest: '' })
  expect(chain.faults).toEqual(['entries 7 to 8 are missing'])
})
