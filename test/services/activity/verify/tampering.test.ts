import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Entry } from '../../../../lib/services/activity/contract-schemas.ts'
import { entryLine } from '../../../../lib/services/activity/entry.ts'
import { exportDigest, readExport } from '../../../../lib/services/activity/export.ts'
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
