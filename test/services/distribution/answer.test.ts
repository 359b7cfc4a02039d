import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Catalog, frameBytes, renderAnswer } from '../../../lib/core/release/body/layout.ts'
import { type Content, encodeContent, type PackingLimits } from '../../../lib/core/release/body/packing.ts'
import { sha256 } from '../../../lib/core/release/envelope.ts'
import { type Answer, answerSchema, pageSchema } from '../../../lib/core/release/schema.ts'
import { planAnswer, type ResolvedQuestion } from '../../../lib/services/distribution/answer.ts'
import { isCurrent } from '../../../lib/services/distribution/short-reply.ts'
import { blobOf, type Packed, packed } from '../../helpers/publishing/packed.ts'
import { runs } from '../../helpers/run/sampled.ts'

const NOTHING: ResolvedQuestion = { held: undefined, root: undefined, want: undefined }
const LIMITS = { budget: 2_000, partSize: 900 }

interface Sample {
  readonly catalog: Catalog
  readonly packing: Packed
  readonly contents: ReadonlyMap<string, Content>
  /** The true content of each path. */
  readonly truth: ReadonlyMap<string, Buffer>
}

async function sampleOf(
  files: Readonly<Record<string, string | Buffer>>,
  limits: PackingLimits = LIMITS,
): Promise<Sample> {
  const truth = new Map(Object.entries(files).map(([path, content]) => [path, Buffer.from(content)]))
  const packing = await packed(
    [...truth].map(([path, content]) => blobOf(content, path)),
    limits,
  )
  const root = (version: number) => ({ version, envelope: { signed: `root ${version}`, signatures: [] } })
  const catalog: Catalog = {
    release: sha256('release'),
    envelope: { signed: 'release', signatures: [] },
    files: [...truth].map(([path, content]) => ({ path, size: content.length, sha256: sha256(content) })),
    roots: [root(1), root(2), root(3)],
    places: packing.places,
    pages: packing.pages.length,
  }
  return {
    catalog,
    packing,
    truth,
    contents: new Map([...truth.values()].map(content => [sha256(content), encodeContent(content)])),
  }
}

function answerTo(
  { catalog, contents }: Sample,
  asked: Partial<ResolvedQuestion>,
  budget = LIMITS.budget,
): Answer {
  return renderAnswer(catalog, planAnswer(catalog, { ...NOTHING, ...asked }, budget), contents)
}

function bytesOf({
  text,
  base64,
}: {
  text?: string | undefined
  base64?: string | undefined
}): Buffer | undefined {
  if (text !== undefined) return Buffer.from(text)
  return base64 === undefined ? undefined : Buffer.from(base64, 'base64')
}

/** The content that a device gets from the entry's page or parts; undefined for `same`. */
function follow({ packing }: Sample, entry: Answer['files'][number]): Buffer | undefined {
  if (entry.same) return undefined
  if (entry.parts !== undefined) {
    const parts = packing.parts.get(entry.sha256) ?? []
    expect(parts).toHaveLength(entry.parts)
    return Buffer.concat([...parts])
  }
  if (entry.page === undefined) return bytesOf(entry)
  const page = pageSchema.parse(JSON.parse(packing.pages[entry.page] ?? ''))
  expect(page.page).toBe(entry.page)
  return bytesOf(page.files.find(({ sha256 }) => sha256 === entry.sha256) ?? {})
}

/** Where each entry says that its content is. */
function kinds(answer: Answer): string[] {
  return answer.files.map(({ path, same, page, parts }) => {
    if (same) return `${path} same`
    if (page !== undefined) return `${path} page ${page}`
    return parts === undefined ? `${path} inline` : `${path} parts ${parts}`
  })
}

const block = (letter: string, size: number) => letter.repeat(size)

const small = await sampleOf({ 'a.md': 'a', 'b.bin': Buffer.from([0xff]), 'c.md': '', 'd.md': 'a' })
const large = await sampleOf({
  'a.md': block('a', 800),
  'b.md': block('b', 800),
  'c.md': block('c', 800),
  'd.md': block('d', 300),
  'e.md': block('e', 2_000),
})

describe('isCurrent() is true only if nothing is to be sent', () => {
  const current = { release: sha256('now'), root: { version: 3 } }
  test.each([
    { name: 'have is current', question: { have: sha256('now') }, want: true },
    { name: 'have is current and so is the root', question: { have: sha256('now'), root: 3 }, want: true },
    {
      name: 'the device has a newer root than the host',
      question: { have: sha256('now'), root: 4 },
      want: true,
    },
    { name: 'an empty list of wants', question: { have: sha256('now'), want: [] }, want: true },
    { name: 'a newer root is owed', question: { have: sha256('now'), root: 2 }, want: false },
    { name: 'have is an older release', question: { have: sha256('before'), root: 3 }, want: false },
    { name: 'have is absent', question: { root: 3 }, want: false },
    { name: 'contents are requested', question: { have: sha256('now'), want: [sha256('x')] }, want: false },
  ])('$name: $want', ({ question, want }) => {
    expect(isCurrent(current, question)).toBe(want)
  })
})

describe('planAnswer()', () => {
  test('gives a device that has nothing all of a small release at once', () => {
    const answer = answerTo(small, {})
    expect(kinds(answer)).toEqual(['a.md inline', 'b.bin inline', 'c.md inline', 'd.md inline'])
    expect(answer).toMatchObject({ v: 1, roots: [], pages: 1, release: { signed: 'release' } })
    expect(answer.files[1]).toEqual({ path: 'b.bin', sha256: sha256(Buffer.from([0xff])), base64: '/w==' })
    expect(answer.files[2]).toEqual({ path: 'c.md', sha256: sha256(''), text: '' })
  })

  test.each([
    {
      name: 'all of it',
      held: { 'a.md': 'a', 'b.bin': '\xff', 'c.md': '', 'd.md': 'a' },
      want: ['b.bin inline'],
    },
    {
      name: 'another content at a path',
      held: { 'a.md': 'old', 'c.md': '', 'd.md': 'a' },
      want: ['a.md inline', 'b.bin inline'],
    },
    {
      name: 'the content at another path only',
      held: { 'x.md': 'a', 'c.md': '' },
      want: ['a.md inline', 'b.bin inline', 'd.md inline'],
    },
  ])('leaves out what the release named by have contains: $name', ({ held, want }) => {
    const hashes = new Map(Object.entries(held).map(([path, content]) => [path, sha256(content)]))
    const shown = kinds(answerTo(small, { held: hashes }))
    expect(shown).toHaveLength(4)
    expect(shown.filter(kind => !kind.endsWith('same'))).toEqual(want)
  })

  test.each([
    {
      name: 'one content, at both of its paths',
      want: [sha256('a')],
      shown: ['a.md inline', 'b.bin same', 'c.md same', 'd.md inline'],
    },
    {
      name: 'a content that is in no file',
      want: [sha256('gone')],
      shown: ['a.md same', 'b.bin same', 'c.md same', 'd.md same'],
    },
    { name: 'nothing', want: [], shown: ['a.md same', 'b.bin same', 'c.md same', 'd.md same'] },
  ])('sends what is requested and nothing else: $name', ({ want, shown }) => {
    expect(kinds(answerTo(small, { want: new Set(want) }))).toEqual(shown)
  })

  test('a want list counts for more than have', () => {
    const held = new Map([['a.md', sha256('a')]])
    const shown = kinds(answerTo(small, { held, want: new Set([sha256('a')]) }))
    expect(shown).toContain('a.md inline')
    expect(shown).toContain('b.bin same')
  })

  test.each([
    { name: 'that says no root', root: undefined, want: [] },
    { name: 'with the first one', root: 1, want: ['root 2', 'root 3'] },
    { name: 'with the second one', root: 2, want: ['root 3'] },
    { name: 'with the newest one', root: 3, want: [] },
    { name: 'with a newer one than the host has', root: 9, want: [] },
  ])('brings a device $name the roots that it lacks', ({ root, want }) => {
    expect(answerTo(small, { root }).roots.map(({ signed }) => signed)).toEqual(want)
  })

  test('leaves the fullest pages to themselves and sends large files in parts', () => {
    expect(kinds(answerTo(large, {}))).toEqual([
      'a.md page 0',
      'b.md page 0',
      'c.md inline',
      'd.md inline',
      'e.md parts 3',
    ])
  })

  test('includes a requested content, whatever page it is in', () => {
    expect(kinds(answerTo(large, { want: new Set([sha256(block('b', 800))]) }))).toContain('b.md inline')
  })

  test('puts nothing inside if there is no room for any page', () => {
    const frame = frameBytes(large.catalog, planAnswer(large.catalog, NOTHING, 0))
    const answer = answerTo(large, {}, frame)
    expect(kinds(answer).filter(kind => kind.endsWith('inline'))).toEqual([])
    expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThanOrEqual(frame)
  })
})

describe('whatever is asked of whatever release', () => {
  const content = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 300 }).map(text => Buffer.from(text)),
    fc.uint8Array({ maxLength: 700 }).map(bytes => Buffer.from(bytes)),
    fc.nat(1_500).map(size => Buffer.alloc(size, 'x')),
    fc.constantFrom(Buffer.from('same'), Buffer.alloc(0), Buffer.from('\ufeff# BOM'), Buffer.alloc(250, 1)),
  )
  const release = fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), content, { minKeys: 1, maxKeys: 12 })
  const question = fc.record({
    root: fc.option(fc.nat(4), { nil: undefined }),
    held: fc.option(fc.array(fc.nat(11)), { nil: undefined }),
    want: fc.option(fc.array(fc.nat(14)), { nil: undefined }),
    room: fc.nat(2_500),
  })

  test('each file has one entry, no body is over the budget, and following the entries gives every content', async () => {
    await fc.assert(
      fc.asyncProperty(release, question, async (files, { root, held, want, room }) => {
        const limits = { budget: 900, partSize: 400 }
        const sample = await sampleOf(files, limits)
        const { catalog, truth, packing } = sample
        for (const page of packing.pages) expect(Buffer.byteLength(page)).toBeLessThanOrEqual(limits.budget)
        for (const part of [...packing.parts.values()].flat())
          expect(part.length).toBeLessThanOrEqual(limits.partSize)

        const picked = (indexes: readonly number[]) => indexes.flatMap(index => catalog.files[index] ?? [])
        const asked: ResolvedQuestion = {
          root,
          held: held && new Map(picked(held).map(({ path, sha256 }) => [path, sha256])),
          want: want && new Set([...picked(want).map(({ sha256 }) => sha256), sha256('unknown')]),
        }
        const budget = frameBytes(catalog, planAnswer(catalog, asked, 0)) + room
        const answer = answerSchema.parse(answerTo(sample, asked, budget))

        expect(answer.files.map(({ path }) => path)).toEqual([...truth.keys()])
        expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThanOrEqual(budget)
        for (const entry of answer.files) {
          const isOwed = asked.want
            ? asked.want.has(entry.sha256)
            : asked.held?.get(entry.path) !== entry.sha256
          expect(entry.same === true).toBe(!isOwed)
          expect(['text', 'base64', 'same', 'page', 'parts'].filter(name => name in entry)).toHaveLength(1)
          if (isOwed)
            expect(follow(sample, entry)?.equals(truth.get(entry.path) ?? Buffer.from('none'))).toBe(true)
        }
      }),
      { numRuns: runs(500) },
    )
  })
})
