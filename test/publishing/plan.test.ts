import { describe, expect, test } from 'vitest'
import { sha256 } from '../../lib/core/release/envelope.ts'
import type { ReleaseFile } from '../../lib/core/release/schema.ts'
import {
  compareRelease,
  expiresSoon,
  isUnchanged,
  nextVersion,
  publishReason,
  refuseFarAhead,
} from '../../lib/publishing/plan.ts'

const INDEX = { path: 'MEMORY.md', heading: '## Shared' }
const DAY = 86_400_000
const CREATED = Date.parse('2026-01-01T00:00:00Z')

function file(path: string, content = path, more: Partial<ReleaseFile> = {}): ReleaseFile {
  return { path, size: content.length, sha256: sha256(content), ...more }
}

describe('nextVersion() is one more than every version that is known', () => {
  test.each([
    { name: 'nothing is known', known: [undefined, undefined, undefined], want: 1 },
    { name: 'the folder', known: [4, undefined, undefined], want: 5 },
    { name: 'the host is ahead', known: [4, 9, undefined], want: 10 },
    { name: 'the host is behind', known: [4, 2, undefined], want: 5 },
    { name: 'a person knows better', known: [4, 9, 20], want: 21 },
  ])('$name: $want', ({ known, want }) => {
    expect(nextVersion(known)).toBe(want)
  })
})

describe('compareRelease()', () => {
  const before = { index: INDEX, files: [file('a'), file('b'), file('c', 'c', { title: 'C' })] }

  test('tells what was added, changed and removed', () => {
    const after = { index: INDEX, files: [file('b', 'other'), file('c', 'c', { title: 'C' }), file('d')] }
    const { added, changed, removed, unchanged, settings } = compareRelease(before, after)
    expect(added.map(({ path }) => path)).toEqual(['d'])
    expect(changed.map(({ before, after }) => [before.size, after.size])).toEqual([[1, 5]])
    expect(removed.map(({ path }) => path)).toEqual(['a'])
    expect({ unchanged, settings }).toEqual({ unchanged: 1, settings: false })
  })

  test('counts every file as added if there is no release before', () => {
    const changes = compareRelease(undefined, before)
    expect(changes.added).toHaveLength(3)
    expect(isUnchanged(changes)).toBe(false)
  })

  test.each([
    { name: 'nothing', after: before, want: true },
    { name: 'the order of the files', after: { ...before, files: [...before.files].reverse() }, want: true },
    { name: 'the heading', after: { ...before, index: { ...INDEX, heading: '# X' } }, want: false },
    { name: 'the index path', after: { ...before, index: { ...INDEX, path: 'X.md' } }, want: false },
    {
      name: 'a title that another version of kura has read',
      after: { ...before, files: [file('a'), file('b'), file('c', 'c', { title: 'D' })] },
      want: true,
    },
    {
      name: 'the program',
      after: {
        ...before,
        files: [file('a', 'a', { program: true }), file('b'), file('c', 'c', { title: 'C' })],
      },
      want: false,
    },
    {
      name: 'a content',
      after: { ...before, files: [file('a', 'x'), file('b'), file('c', 'c', { title: 'C' })] },
      want: false,
    },
  ])('isUnchanged() is $want if the difference is $name', ({ after, want }) => {
    expect(isUnchanged(compareRelease(before, after))).toBe(want)
  })
})

describe('publishReason()', () => {
  const previous = {
    version: 5,
    created: new Date(CREATED).toISOString(),
    expires: new Date(CREATED + 90 * DAY).toISOString(),
  }
  const same = compareRelease({ index: INDEX, files: [file('a')] }, { index: INDEX, files: [file('a')] })
  const other = compareRelease({ index: INDEX, files: [file('a')] }, { index: INDEX, files: [file('b')] })
  const quiet = {
    previous,
    changes: same,
    signedByNewestRoot: true,
    live: undefined,
    now: CREATED,
    force: false,
  }

  test.each([
    { name: 'nothing happened', input: quiet, want: undefined },
    { name: 'there is no release', input: { ...quiet, previous: undefined }, want: 'first' },
    { name: 'the payload changed', input: { ...quiet, changes: other }, want: 'changed' },
    { name: 'the root is newer', input: { ...quiet, signedByNewestRoot: false }, want: 'root' },
    { name: 'the host serves the same', input: { ...quiet, live: 5 }, want: undefined },
    { name: 'the host serves an older one', input: { ...quiet, live: 4 }, want: undefined },
    { name: 'the host serves a newer one', input: { ...quiet, live: 6 }, want: 'live is newer' },
    { name: 'a third of its life is left', input: { ...quiet, now: CREATED + 60 * DAY }, want: undefined },
    {
      name: 'a millisecond less is left',
      input: { ...quiet, now: CREATED + 60 * DAY + 1 },
      want: 'expires soon',
    },
    { name: 'it has expired', input: { ...quiet, now: CREATED + 91 * DAY }, want: 'expires soon' },
    { name: 'a person insists', input: { ...quiet, force: true }, want: 'forced' },
  ])('is $want if $name', ({ input, want }) => {
    expect(publishReason(input)).toBe(want)
  })

  test.each([
    { live: undefined, known: [undefined], fits: true },
    { live: 1005, known: [5, undefined], fits: true },
    { live: 1006, known: [5, undefined], fits: false },
    { live: 1006, known: [5, 6], fits: true },
    { live: Number.MAX_SAFE_INTEGER, known: [undefined], fits: false },
  ])('refuseFarAhead() of $live, after $known', ({ live, known, fits }) => {
    const refuse = () => refuseFarAhead(live, known)
    if (fits) expect(refuse).not.toThrow()
    else expect(refuse).toThrow(`the host says that it serves release ${live}`)
  })

  test('expiresSoon() measures a third of the whole life', () => {
    const short = {
      created: new Date(CREATED).toISOString(),
      expires: new Date(CREATED + 3 * DAY).toISOString(),
    }
    expect(expiresSoon(short, CREATED + 2 * DAY)).toBe(false)
    expect(expiresSoon(short, CREATED + 2 * DAY + 1)).toBe(true)
  })
})
