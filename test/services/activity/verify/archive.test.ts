/** The order of the exports shows which root was in use, and which approvals were added later than their date says. */
import { expect, test } from 'vitest'
import { digestOfApproval } from '../../../../lib/core/passkey/approval.ts'
import type { StoredApproval } from '../../../../lib/core/passkey/stored-records.ts'
import { archivedApprovals } from '../../../../lib/services/activity/verify/archive.ts'
import { chainOf, createCompany, exportOf, signedExport } from '../exports.ts'

/** An approval in hour `hour` of the log; `chainOf` makes one entry in each hour. */
const approvalAt = (hour: number): StoredApproval => ({
  statement: `hour ${hour}`,
  authenticatorData: '',
  clientDataJSON: '',
  signature: '',
  credential: '',
  publicKey: '',
  vouches: [],
  at: new Date(Date.parse('2026-10-01T00:00:00Z') + hour * 3_600_000).toISOString(),
})

const entries = chainOf(9)

/** Two exports: entries 1 to 4 with root 1, and 5 to 8 with root 2. */
function archive(first: readonly StoredApproval[], second: readonly StoredApproval[]) {
  const text = (from: number, version: number, approvals: readonly StoredApproval[]) =>
    signedExport(entries.slice(from, from + 4), { ...createCompany(version), approvals })
  return [exportOf('1', text(0, 1, first)), exportOf('2', text(4, 2, second))]
}

test.each<[string, StoredApproval[], StoredApproval[], StoredApproval[], number[]]>([
  ['each in its own export', [approvalAt(2)], [approvalAt(6)], [approvalAt(9)], []],
  ['named again by later entries', [approvalAt(2)], [approvalAt(2)], [approvalAt(2)], []],
  ['from before the first export', [], [approvalAt(0)], [approvalAt(0)], []],
  ['with its entry in the next export', [], [approvalAt(4)], [approvalAt(8)], []],
  ['in the next export alone', [], [approvalAt(2)], [], [2]],
  ['in the store alone', [], [], [approvalAt(2), approvalAt(6)], [2, 6]],
])('an approval %s', (_, first, second, stored, late) => {
  const found = archivedApprovals(archive(first, second), stored)
  expect([...found.late]).toEqual(late.map(hour => digestOfApproval(approvalAt(hour))))
  expect(found.approvals).toHaveLength(first.length + second.length + stored.length)
})

test('a root is in use from its first export on', () => {
  const { rootAt } = archivedApprovals(archive([], []), [])
  expect(rootAt('2026-10-31T00:00:00.000Z')).toBe(0)
  expect(rootAt('2026-11-01T00:00:00.000Z')).toBe(2)
})
