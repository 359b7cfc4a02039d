import { describe, expect, test } from 'vitest'
import type { Entry, Gap } from '../../../../lib/services/activity/contract-schemas.ts'
import { type ChainEnd, digestOf } from '../../../../lib/services/activity/entry.ts'
import { type ExportFile, exportDigest } from '../../../../lib/services/activity/export.ts'
import { type StoredLog, verifyExports } from '../../../../lib/services/activity/verify/exports.ts'
import { chainOf, createCompany, exportOf, signedExport } from '../exports.ts'

const company = createCompany()
const roots = [company.root]
const CHAIN = chainOf(30)

/** Exports of entries 1 to 10, 11 to 20 and 21 to 25 of a chain, and a store from which the first ten were removed. */
function createWorld(chain: readonly Entry[] = CHAIN) {
  const texts: string[] = []
  let previous: string | undefined
  for (const [from, to] of [
    [0, 10],
    [10, 20],
    [20, 25],
  ] as const) {
    const text = signedExport(chain.slice(from, to), { ...company, previous })
    previous = exportDigest(exportOf('', text).envelope)
    texts.push(text)
  }
  const files = texts.map((text, at) => exportOf(`${at}.jsonl`, text))
  const stored = (from = 10): StoredLog => {
    const last = chain[from - 1]
    const file = files.find(({ statement }) => statement.last.seq === from)
    return {
      anchor: last && { seq: from, digest: digestOf(last), export: file ? exportDigest(file.envelope) : '' },
      head: { seq: 16, digest: digestOf(chain[15] as Entry) },
      entries: chain
        .slice(from)
        .map(entry => ({ seq: entry.seq, prev: entry.prev, digest: digestOf(entry) })),
      gaps: [],
    }
  }
  return { texts, files, stored }
}

const textsOf = (findings: ReturnType<typeof verifyExports>) =>
  findings.map(({ state, file, text }) => `${state}: ${file ? `${file}: ` : ''}${text}`)

describe('verifyExports()', () => {
  test.each([0, 10, 20, 25])('finds nothing if all is whole and the store begins after %i', from => {
    const { files, stored } = createWorld()
    expect(verifyExports(files, { roots, stored: stored(from) })).toEqual([])
    expect(verifyExports(files.toReversed(), { roots })).toEqual([])
    expect(verifyExports([...files, ...files], { roots })).toEqual([])
  })

  type Files = [ExportFile, ExportFile, ExportFile]
  const rows: {
    name: string
    files?: (files: Files) => ExportFile[]
    stored?: (stored: StoredLog) => StoredLog
    want: string[]
  }[] = [
    {
      name: 'a file in the middle is not given',
      files: ([one, , three]) => [one, three],
      want: ['wrong: 2.jsonl: entries 11 to 20 are in none of the files'],
    },
    {
      name: 'the first file is not given',
      files: ([, two, three]) => [two, three],
      want: ['unknown: 1.jsonl: entries 1 to 10 are in none of the files'],
    },
    {
      name: 'the last file is not given, and its entries were removed',
      files: ([one, two]) => [one, two],
      stored: () => createWorld().stored(25),
      want: ['unknown: entries 21 to 25 were removed from the store and are in none of the files'],
    },
    {
      name: 'an entry of the store was changed',
      stored: stored => ({
        ...stored,
        entries: stored.entries.map(entry => (entry.seq === 14 ? { ...entry, digest: 'f' } : entry)),
      }),
      want: [
        'wrong: 1.jsonl: entry 14 in the store is not the one that was exported',
        'wrong: in the store: entry 14 is not the one that entry 15 follows',
      ],
    },
    {
      name: 'an entry of the store is missing',
      stored: stored => ({ ...stored, entries: stored.entries.filter(({ seq }) => seq !== 14) }),
      want: [
        'wrong: 1.jsonl: entry 14 is missing in the store',
        'wrong: in the store: entries 14 to 14 are missing',
      ],
    },
    {
      name: 'the first entries of the store are missing',
      stored: stored => ({ ...stored, entries: stored.entries.slice(12) }),
      want: [
        'wrong: 1.jsonl: entry 20 is missing in the store',
        'wrong: 2.jsonl: entry 22 is missing in the store',
        'wrong: in the store: entries 11 to 22 are missing',
      ],
    },
    {
      name: 'an entry of the store that was not exported is missing',
      stored: stored => ({ ...stored, entries: stored.entries.filter(({ seq }) => seq !== 28) }),
      want: ['wrong: in the store: entries 28 to 28 are missing'],
    },
    {
      name: 'the end of the store is missing',
      stored: stored => ({ ...stored, head: { seq: 32, digest: 'f' } }),
      want: ['wrong: in the store: entries 31 to 32 are missing'],
    },
    {
      name: 'the head was removed',
      stored: stored => ({ ...stored, head: { seq: 10, digest: stored.anchor?.digest ?? '' } }),
      want: [
        'unknown: in the store: the head of the log names entry 10, so nothing shows whether entries 11 to 30 are the only ones',
      ],
    },
    {
      name: 'the entries of the store from the head on were written anew',
      stored: stored => ({ ...stored, head: { seq: 28, digest: 'f' } }),
      want: ['wrong: in the store: entry 28 is not the one that the head of the log names'],
    },
    {
      name: 'the store went back',
      stored: stored => ({ ...stored, gaps: [{ from: 32, digest: 'f', to: 29 }] }),
      want: [
        'unknown: the store went back from entry 32 to entry 29: what was recorded as entries 30 to 32 is gone',
      ],
    },
    {
      name: 'the store begins after another export',
      stored: stored => ({ ...stored, anchor: stored.anchor && { ...stored.anchor, export: 'f' } }),
      want: ['wrong: 0.jsonl: entries up to 10 were removed from the store with another export, f'],
    },
    {
      name: 'the export before was signed again',
      files: ([, two, three]) => [
        exportOf('0.jsonl', signedExport(CHAIN.slice(0, 10), { ...company, previous: 'a'.repeat(64) })),
        two,
        three,
      ],
      want: [
        'wrong: 0.jsonl: it does not follow the beginning of the log',
        'wrong: 1.jsonl: it does not follow 0.jsonl',
        expect.stringContaining('wrong: 0.jsonl: entries up to 10 were removed from the store with another'),
      ],
    },
    {
      name: 'it is signed by a stranger',
      files: ([, two, three]) => [
        exportOf('0.jsonl', signedExport(CHAIN.slice(0, 10), { ...createCompany(), previous: undefined })),
        two,
        three,
      ],
      want: expect.arrayContaining(['wrong: 0.jsonl: it is not signed by the keys of root 1']),
    },
  ]
  test.each(rows)('$name', ({ files = same => same, stored = same => same, want }) => {
    const world = createWorld()
    const findings = verifyExports(files(world.files as Files), { roots, stored: stored(world.stored()) })
    expect(textsOf(findings).filter((text, at, all) => !isRun(text, all[at + 1]))).toEqual(want)
  })

  test('the keys of a root that an export before has replaced do not count any more', () => {
    const next = createCompany(2)
    const signed = (from: number, { by, previous }: { by: typeof next; previous?: ExportFile }) => {
      const before = previous && exportDigest(previous.envelope)
      return exportOf(
        `${from}.jsonl`,
        signedExport(CHAIN.slice(from, from + 10), { ...by, previous: before }),
      )
    }
    const one = signed(0, { by: company })
    const two = signed(10, { by: next, previous: one })
    const old = signed(20, { by: company, previous: two })
    const evidence = { roots: [company.root, next.root] }
    expect(verifyExports([one, two], evidence)).toEqual([])
    expect(textsOf(verifyExports([one, two, old], evidence))).toEqual([
      'wrong: 20.jsonl: it is signed with root 1, and the export before it with root 2 already',
    ])
  })

  const digestAt = (seq: number) => digestOf(CHAIN[seq - 1] as Entry)
  const gaps = [{ from: 40, digest: 'f', to: 29 }]
  const kept: { name: string; head: ChainEnd; gaps?: Gap[]; files?: true; want: string[] }[] = [
    { name: 'in a file', head: { seq: 5, digest: digestAt(5) }, want: [] },
    { name: 'in the store', head: { seq: 30, digest: digestAt(30) }, want: [] },
    { name: 'the last that was removed', head: { seq: 10, digest: digestAt(10) }, want: [] },
    {
      name: 'of an entry that was written anew',
      head: { seq: 30, digest: 'f' },
      want: ['wrong: entry 30 is not the one that was kept elsewhere'],
    },
    {
      name: 'of an entry that is missing',
      head: { seq: 31, digest: 'f' },
      want: ['wrong: entry 31, which was kept elsewhere, is missing'],
    },
    {
      name: 'of an entry that is gone since the store went back',
      head: { seq: 30, digest: 'f' },
      gaps,
      want: [
        expect.stringContaining('went back'),
        'unknown: entry 30 as it was kept elsewhere is gone: the store went back from entry 40 to entry 29',
      ],
    },
    {
      name: 'after the files, without the store',
      head: { seq: 26, digest: 'f' },
      files: true,
      want: ['unknown: entry 26, which was kept elsewhere, is in none of the files'],
    },
  ]
  test.each(kept)('a head that was kept elsewhere, $name', ({ head, gaps = [], files: only, want }) => {
    const { files, stored } = createWorld()
    const evidence = { roots, heads: [head], ...(!only && { stored: { ...stored(), gaps } }) }
    expect(textsOf(verifyExports(files, evidence))).toEqual(want)
  })

  test('a root that is not known is said, not judged', () => {
    const { files } = createWorld()
    expect(textsOf(verifyExports(files.slice(0, 1), { roots: [] }))).toEqual([
      'unknown: 0.jsonl: it names root 1, which is not in the chain of roots',
    ])
  })

  test('the signature of another kind of document does not count', () => {
    const text = createWorld().texts[0] ?? ''
    const file = exportOf('0.jsonl', text)
    const release = { ...company.root, keys: createCompany().root.keys }
    expect(verifyExports([file], { roots: [release] })).toMatchObject([{ state: 'wrong' }])
  })

  test('what was missing before the export is known, not wrong', () => {
    const { files, stored } = createWorld(CHAIN.filter(({ seq }) => seq !== 5))
    expect(textsOf(verifyExports(files, { roots, stored: stored(0) })).slice(0, 1)).toEqual([
      'unknown: 0.jsonl: entries 5 to 5 are missing, since before the export',
    ])
  })
})

/** Whether two findings name neighbours in a run of missing entries; the list then shows the last one alone. */
function isRun(text: string, next: string | undefined): boolean {
  const kind = (one: string) => one.replace(/entry \d+/, '')
  return text.includes('missing in the store') && next !== undefined && kind(text) === kind(next)
}
