/** The order of the exports shows which root was in use, and which approvals were added later than their date says. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { digestOfApproval } from '../../../../lib/core/passkey/approval.ts'
import type { StoredApproval } from '../../../../lib/core/passkey/stored-records.ts'
import type { Entry } from '../../../../lib/services/activity/contract-schemas.ts'
import { entryLine } from '../../../../lib/services/activity/entry.ts'
import { exportDigest, readExport } from '../../../../lib/services/activity/export.ts'
import { archivedApprovals } from '../../../../lib/services/activity/verify/archive.ts'
import { verifyExports } from '../../../../lib/services/activity/verify/exports.ts'
import { chainOf, createCompany, exportOf, signedExport } from '../exports.ts'

describe('any tampering with the lines is found and named', () => {
  const company = createCompany()
  const roots = [company.root]
  const CHAIN = chainOf(10)
  const text = signedExport(CHAIN, { ...company, previous: undefined })
  const lines = text.trimEnd().split('\n')
  const envelope = lines.pop() ?? ''
  const verified = (changed: readonly string[]) => {
    const file = readExport('f', `${[...changed, envelope].join('\n')}\n`)
    return file ? verifyExports([file], { roots }) : []
  }
  const place = fc.integer({ min: 0, max: lines.length - 1 })
  const named = (changed: readonly string[]) => verified(changed).map(({ entry }) => entry)

  test('an entry that is removed', () => {
    fc.assert(
      fc.property(place, at => {
        expect(named(lines.toSpliced(at, 1))).toEqual([at + 1])
      }),
    )
  })

  test('entries that change places', () => {
    fc.assert(
      fc.property(place, place, (one, other) => {
        fc.pre(one < other)
        const changed = lines.with(one, lines[other] ?? '').with(other, lines[one] ?? '')
        expect(named(changed)).toContain(one + 1)
      }),
    )
  })

  test('an entry that is there twice', () => {
    fc.assert(
      fc.property(place, place, (at, to) => {
        expect(named(lines.toSpliced(to, 0, lines[at] ?? ''))).toContain(at + 1)
      }),
    )
  })

  test('an entry whose member is changed, even if all after it are chained anew', () => {
    const member = fc.constantFrom('by', 'act', 'endpoint', 'request', 'at', 'person')
    fc.assert(
      fc.property(place, member, fc.string({ minLength: 1 }), fc.boolean(), (at, name, value, anew) => {
        const original = CHAIN[at] as Entry
        fc.pre(original[name as 'by'] !== value)
        const forged = anew
          ? chainOf(10, entry => (entry.seq === at + 1 ? { ...entry, [name]: value } : entry))
          : CHAIN.with(at, { ...original, [name]: value })
        expect(named(forged.map(entryLine))[0]).toBe(at + 1)
      }),
    )
  })

  test('a line of which any byte is changed', () => {
    fc.assert(
      fc.property(place, fc.nat(), fc.constantFrom('0', 'x', '"', ' '), (at, nat, letter) => {
        const line = lines[at] ?? ''
        const index = nat % line.length
        fc.pre(line[index] !== letter)
        const changed = lines.with(at, line.slice(0, index) + letter + line.slice(index + 1))
        expect(named(changed)).toContain(at + 1)
      }),
    )
  })

  test('a statement of which anything is changed', () => {
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom('0', '9', 'a'), (nat, letter) => {
        const index = nat % envelope.length
        fc.pre(envelope[index] !== letter)
        const changed = envelope.slice(0, index) + letter + envelope.slice(index + 1)
        const file = readExport('f', `${[...lines, changed].join('\n')}\n`)
        // two spellings of a signature's last letter can be the same bits; other members of the line are not signed
        const isSigned = file && exportDigest(file.envelope) === exportDigest(exportOf('f', text).envelope)
        if (file && !isSigned) expect(verifyExports([file], { roots })).not.toEqual([])
      }),
    )
  })
})

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
