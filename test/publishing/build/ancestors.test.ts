import { describe, expect, test } from 'vitest'
import { createAncestors, nearestInSize, type SignedFacts } from '../../../lib/publishing/build/ancestors.ts'
import type { ReleaseFile } from '../../../lib/release/schema.ts'

/** `path=content`, of 100,000 bytes and as many more as the content's number says. */
function file(text: string): ReleaseFile {
  const [path = '', sha256 = ''] = text.split('=')
  return { path, sha256, size: 100_000 + Number(/\d+$/.exec(sha256)?.[0] ?? 0) }
}

/** The releases, the newest first, each as files with blanks between; every content has a signature but those of the newest. */
function facts(releases: readonly string[], more: Partial<SignedFacts> = {}): SignedFacts {
  const earlier = releases.map((text, index) => ({
    release: `release ${index}`,
    text: '',
    files: text.split(' ').filter(Boolean).map(file),
  }))
  const newest = new Set(earlier[0]?.files.map(({ sha256 }) => sha256))
  const contents = earlier.flatMap(({ files }) => files.map(({ sha256 }) => sha256))
  return { earlier, signed: new Set(contents.filter(content => !newest.has(content))), deltas: {}, ...more }
}

/** Deltas from these contents to one of the release before. */
const led = (...contents: string[]) => ({
  deltas: { current: contents.map(from => ({ from, sha256: '', bytes: 1, sent: 1 })) },
})

interface Case {
  readonly name: string
  readonly releases: readonly string[]
  readonly more?: Partial<SignedFacts>
  readonly served?: readonly string[]
  readonly want: readonly string[]
}

const CASES: Case[] = [
  { name: 'the file at the same path', releases: ['', 'a=x b=y'], want: ['x'] },
  { name: 'every content that was there', releases: ['', 'a=x', 'a=y', 'a=x'], want: ['x', 'y'] },
  {
    name: 'none for a release from which there is a good delta',
    releases: ['a=x', 'a=y'],
    served: ['y'],
    want: [],
  },
  { name: 'none for a release that has the content', releases: ['', 'a=new', 'a=x'], want: ['x'] },
  { name: 'without that path, what was lost', releases: ['', 'b=x'], want: ['x'] },
  {
    name: 'without that path, not what has a way to the release before',
    releases: ['b=z', 'b=x'],
    more: led('x'),
    want: [],
  },
  {
    name: 'at the same path, also what has a way to the release before',
    releases: ['a=z', 'a=x'],
    more: led('x'),
    want: ['x'],
  },
  { name: 'none without a signature', releases: ['', 'a=x'], more: { signed: new Set() }, want: [] },
  { name: 'what was lost, if the same path has no signature', releases: ['a=z', 'a=z b=x'], want: ['x'] },
  {
    name: 'the four that are nearest in size',
    releases: ['', 'b=x9 c=x1 d=x8 e=x2 f=x3'],
    want: ['x1', 'x2', 'x3', 'x8'],
  },
]

describe('createAncestors() gives', () => {
  test.each(CASES)('$name', ({ releases, more, served = [], want }) => {
    const ancestorsOf = createAncestors(facts(releases, more))
    const found = ancestorsOf(file('a=new'), new Set(served))
    expect(found.map(({ sha256 }) => sha256)).toEqual(want)
  })
})

test('nearestInSize() leaves the list as it is', () => {
  const files = ['b=x9', 'c=x1'].map(file)
  expect(nearestInSize(files, 100_000).map(({ path }) => path)).toEqual(['c', 'b'])
  expect(files.map(({ path }) => path)).toEqual(['b', 'c'])
})
