import { describe, expect, test } from 'vitest'
import type { Envelope, Manifest } from '../../../lib/core/release/schema.ts'
import {
  type Accepted,
  acceptRelease,
  acceptRoot,
  expiryProblems,
  openTrust,
  pinnedDigest,
  type Trusted,
} from '../../../lib/device/trust/trusted-state.ts'
import { createPublisher, HOST_NOW, newKey } from '../../helpers/device/publisher.ts'

const DAY = 86_400_000
const FILES = { 'a.md': 'A' }

function fresh(options: Parameters<typeof createPublisher>[0] = {}) {
  const publisher = createPublisher(options)
  return { publisher, trusted: openTrust(publisher.root, {}) }
}

/** Checks an answer as a device does, without storing the roots. */
function acceptOffer(
  trusted: Trusted,
  { roots, release }: { roots: readonly Envelope[]; release: Envelope },
  now: number,
): Accepted {
  return acceptRelease(roots.reduce(acceptRoot, trusted), release, now)
}

function accept(trusted: Trusted, release: { envelope: Envelope }, now = HOST_NOW) {
  return acceptRelease(trusted, release.envelope, now)
}

function failureOf(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  throw new Error('it did not fail')
}

describe('a release', () => {
  test('that the root signs is accepted by a fresh device', () => {
    const { publisher, trusted } = fresh()
    const release = publisher.release({ version: 7, files: FILES })
    const accepted = accept(trusted, release)
    expect(accepted.offer).toBe('newer')
    expect(accepted.trusted.release?.digest).toBe(release.digest)
  })

  test('of the same version and text is the current one, an older one leaves the trusted one alone', () => {
    const { publisher, trusted } = fresh()
    const [old, present] = [1, 2].map(version => publisher.release({ version, files: FILES }))
    const second = accept(trusted, present!).trusted
    expect(accept(second, present!)).toMatchObject({ offer: 'current', trusted: second })
    expect(accept(second, old!)).toMatchObject({ offer: 'behind', trusted: second })
    expect(accept(second, old!).offered.manifest.version).toBe(1)
  })

  test('of the same version with other files is refused', () => {
    const { publisher, trusted } = fresh()
    const second = accept(trusted, publisher.release({ version: 2, files: FILES })).trusted
    const other = publisher.release({ version: 2, files: { 'b.md': 'B' } })
    expect(failureOf(() => accept(second, other))).toMatchObject({
      code: 'release_rejected',
      message: expect.stringContaining('two releases of version 2'),
    })
  })

  test('signed by an unknown key, by too few, or changed after signing is refused', () => {
    const { publisher, trusted } = fresh()
    const unknown = publisher.release({ version: 1, files: FILES, keys: [newKey()] })
    const unsigned = publisher.release({ version: 1, files: FILES, keys: [] })
    const good = publisher.release({ version: 1, files: FILES })
    const changed = { envelope: { ...good.envelope, signed: good.envelope.signed.replace('a.md', 'b.md') } }
    for (const release of [unknown, unsigned, changed]) {
      expect(failureOf(() => accept(trusted, release))).toMatchObject({
        code: 'release_rejected',
        message: 'Cannot accept the release: it is signed by 0 of the keys of root 1, expected 1',
        hint: expect.stringContaining('tell the operator'),
      })
    }
  })

  test('an older one must be signed too before it is called old', () => {
    const { publisher, trusted } = fresh()
    const second = accept(trusted, publisher.release({ version: 2, files: FILES })).trusted
    const forged = publisher.release({ version: 1, files: FILES, keys: [newKey()] })
    expect(failureOf(() => accept(second, forged))).toMatchObject({ code: 'release_rejected' })
  })

  test('past its time is not installed, and what is installed stays trusted', () => {
    const { publisher, trusted } = fresh()
    const first = accept(trusted, publisher.release({ version: 1, files: FILES })).trusted
    const late = publisher.release({ version: 2, files: FILES, expires: HOST_NOW })
    expect(failureOf(() => accept(first, late))).toMatchObject({
      code: 'release_expired',
      message: expect.stringContaining('release 2 expired on 2026-01-01T00:00:00.000Z'),
      hint: expect.stringContaining("this device's clock says 2026-01-01T00:00:00.000Z"),
    })
    expect(accept(first, late, HOST_NOW - 1).offer).toBe('newer')
  })

  const clocks = [
    { name: 'says 1970', behind: HOST_NOW, want: 'release_rejected' },
    { name: 'is a day and a millisecond behind', behind: DAY + 1, want: 'release_rejected' },
    { name: 'is a day behind', behind: DAY, want: 'newer' },
    { name: 'is right', behind: 0, want: 'newer' },
    { name: 'is a day ahead', behind: -DAY, want: 'newer' },
    { name: 'is ahead of the end of the release', behind: -91 * DAY, want: 'release_expired' },
  ]
  test.each(clocks)('is judged by a clock that $name: $want', ({ behind, want }) => {
    const { publisher, trusted } = fresh({ rootExpires: HOST_NOW + 200 * DAY })
    const release = publisher.release({ version: 1, files: FILES })
    const judge = () => accept(trusted, release, HOST_NOW - behind).offer
    expect(want === 'newer' ? judge() : failureOf(judge)).toEqual(
      want === 'newer' ? want : expect.objectContaining({ code: want }),
    )
  })

  test('past its time is not installed with a clock that says 1970, whatever is installed', () => {
    const { publisher, trusted } = fresh()
    const late = publisher.release({ version: 2, files: FILES, expires: HOST_NOW + 1 })
    const first = accept(trusted, publisher.release({ version: 1, files: FILES })).trusted
    for (const known of [trusted, first])
      expect(failureOf(() => accept(known, late, 0))).toMatchObject({
        code: 'release_rejected',
        message: expect.stringContaining("this device's clock says 1970-01-01T00:00:00.000Z"),
        hint: expect.stringContaining('set the clock of this device'),
      })
    expect(accept(first, publisher.release({ version: 1, files: FILES }), 0).offer).toBe('current')
  })

  test('under a root past its time is not installed', () => {
    const { publisher, trusted } = fresh({ rootExpires: HOST_NOW + DAY })
    const release = publisher.release({ version: 1, files: FILES })
    expect(accept(trusted, release, HOST_NOW + DAY - 1).offer).toBe('newer')
    expect(failureOf(() => accept(trusted, release, HOST_NOW + DAY))).toMatchObject({
      code: 'release_expired',
      message: expect.stringContaining('root 1 expired'),
    })
  })

  test('expiryProblems() names what is past its time of what is installed', () => {
    const { publisher, trusted } = fresh({ rootExpires: HOST_NOW + 200 * DAY })
    const installed = accept(trusted, publisher.release({ version: 1, files: FILES })).trusted
    expect(expiryProblems(installed, HOST_NOW)).toEqual([])
    expect(expiryProblems(installed, HOST_NOW + 90 * DAY)).toHaveLength(1)
    expect(expiryProblems(installed, HOST_NOW + 200 * DAY)).toHaveLength(2)
  })

  test('that is no manifest of this version is refused, saying to update', () => {
    const { publisher, trusted } = fresh()
    const bend = (manifest: Manifest) => ({ ...manifest, v: 2 })
    const release = publisher.release({ version: 1, files: FILES, bend })
    expect(failureOf(() => accept(trusted, release))).toMatchObject({
      code: 'release_rejected',
      message: expect.stringContaining('"v"'),
      hint: expect.stringContaining('update kura'),
    })
  })
})

const PATHS = [
  { name: 'leads out of the directory', files: { '../a.md': 'A' } },
  { name: 'leads out in the middle', files: { 'docs/../../a.md': 'A' } },
  { name: 'is absolute', files: { '/etc/passwd': 'A' } },
  { name: 'has a backslash', files: { '..\\a.md': 'A' } },
  { name: 'is kura’s own', files: { '.kura/state.json': 'A' } },
  { name: 'is kura’s own in capitals', files: { '.KURA/state.json': 'A' } },
  { name: 'is the credentials', files: { 'credentials.json': 'A' } },
  { name: 'is reserved on Windows', files: { 'docs/NUL.md': 'A' } },
  { name: 'is the short name of the credentials', files: { 'CREDEN~1.JSO': 'A' } },
  { name: 'is the short name of kura’s own folder', files: { 'KURA~1/state.json': 'A' } },
  { name: 'is a clock on Windows', files: { CLOCK$: 'A' } },
  { name: 'has an invisible character', files: { 'a\u3164.md': 'A' } },
  { name: 'meets another on some system', files: { 'A.md': 'A', 'a.md': 'a' } },
  { name: 'is a folder of another', files: { docs: 'A', 'docs/a.md': 'A' } },
  { name: 'is the index', files: { 'memory.md': 'A' } },
  { name: 'is below the index', files: { 'MEMORY.md/a': 'A' } },
]

test.each(PATHS)('a path that $name is refused, though it is signed', ({ files }) => {
  const { publisher, trusted } = fresh()
  const release = publisher.release({ version: 1, files })
  expect(failureOf(() => accept(trusted, release))).toMatchObject({
    code: 'release_rejected',
    hint: expect.stringContaining('ask the publisher'),
  })
})

test.each(['../MEMORY.md', '.kura/index.md', ''])('the index path "%s" is refused', path => {
  const { publisher, trusted } = fresh()
  const release = publisher.release({ version: 1, files: FILES, index: { path, heading: '## Shared' } })
  expect(failureOf(() => accept(trusted, release))).toMatchObject({ code: 'release_rejected' })
})

test.each(['Shared', '## ', '## a\n- [x](y)', '####### a'])('the index heading %j is refused', heading => {
  const { publisher, trusted } = fresh()
  const release = publisher.release({ version: 1, files: FILES, index: { path: 'MEMORY.md', heading } })
  expect(failureOf(() => accept(trusted, release))).toMatchObject({ code: 'release_rejected' })
})

describe('roots', () => {
  test('are followed one by one, and only the newest signs', () => {
    const { publisher, trusted } = fresh()
    const before = publisher.release({ version: 1, files: FILES })
    const roots = [publisher.rotate(), publisher.rotate()]
    const after = publisher.release({ version: 2, files: FILES })
    const accepted = acceptOffer(trusted, { roots, release: after.envelope }, HOST_NOW)
    expect(accepted.trusted.root.root.version).toBe(3)
    expect(
      failureOf(() => acceptOffer(trusted, { roots, release: before.envelope }, HOST_NOW)),
    ).toMatchObject({ code: 'release_rejected' })
  })

  test('one that is left out, or not signed by the one before, is refused', () => {
    const { publisher, trusted } = fresh()
    publisher.rotate()
    const third = publisher.rotate()
    const release = publisher.release({ version: 1, files: FILES }).envelope
    expect(failureOf(() => acceptOffer(trusted, { roots: [third], release }, HOST_NOW))).toMatchObject({
      code: 'root_invalid',
    })
    const stranger = fresh().publisher
    const foreign = stranger.rotate({ signedByPrevious: false })
    expect(failureOf(() => acceptOffer(trusted, { roots: [foreign], release }, HOST_NOW))).toMatchObject({
      code: 'root_invalid',
    })
  })

  test('may pass through one that is past its time, but not end there', () => {
    const { publisher, trusted } = fresh({ rootExpires: HOST_NOW - DAY })
    const old = publisher.release({ version: 1, files: FILES })
    expect(failureOf(() => accept(trusted, old))).toMatchObject({ code: 'release_expired' })
    const roots = [publisher.rotate()]
    const release = publisher.release({ version: 1, files: FILES }).envelope
    expect(acceptOffer(trusted, { roots, release }, HOST_NOW).offer).toBe('newer')
  })
})

describe('openTrust()', () => {
  const remember = (trusted: Trusted, pinned: Envelope) => ({
    state: { pinned: pinnedDigest(pinned), root: trusted.root.envelope, release: trusted.release?.envelope },
  })

  test('takes up the root and the release of the last run', () => {
    const { publisher, trusted } = fresh()
    const pinned = publisher.root
    const roots = [publisher.rotate()]
    const release = publisher.release({ version: 4, files: FILES }).envelope
    const last = acceptOffer(trusted, { roots, release }, HOST_NOW).trusted
    const opened = openTrust(pinned, remember(last, pinned))
    expect(opened.root.root.version).toBe(2)
    expect(opened.release?.manifest.version).toBe(4)
  })

  test('starts again with credentials that have another root', () => {
    const { publisher, trusted } = fresh()
    const last = accept(trusted, publisher.release({ version: 4, files: FILES })).trusted
    const other = createPublisher()
    const opened = openTrust(other.root, remember(last, publisher.root))
    expect(opened).toMatchObject({ release: undefined, root: { envelope: other.root } })
  })

  test('trusts no release on the disk without its signatures', () => {
    const { publisher } = fresh()
    const forged = publisher.release({ version: 9, files: FILES, keys: [newKey()] }).envelope
    const pinned = publisher.root
    const opened = openTrust(pinned, {
      state: { pinned: pinnedDigest(pinned), root: pinned, release: forged },
    })
    expect(opened.release).toBeUndefined()
  })

  test('refuses credentials whose root is not valid', () => {
    const { root } = createPublisher()
    expect(failureOf(() => openTrust({ ...root, signatures: [] }, {}))).toMatchObject({
      code: 'root_invalid',
    })
  })
})
