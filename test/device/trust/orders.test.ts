/**
 * Every order in which roots and releases can reach a device or be withheld from it. The device's reaction to an answer
 * depends only on its stored state; so these tests give each answer to a device in each state that some order leads to.
 * `README.md` in this folder has the rules as a table, and the known attacks with their rows.
 */
import { expect, test } from 'vitest'
import { AppError } from '../../../lib/core/errors.ts'
import { readRoot } from '../../../lib/core/release/root.ts'
import type { Envelope } from '../../../lib/core/release/schema.ts'
import {
  acceptRelease,
  acceptRoot,
  openTrust,
  pinnedDigest,
  type Trusted,
} from '../../../lib/device/trust/trusted-state.ts'
import { createPublisher, HOST_NOW } from '../../helpers/device/publisher.ts'

type RootVersion = 1 | 2 | 3

interface Release {
  readonly version: number
  /** The root whose keys signed the release. */
  readonly signer: RootVersion
}

interface Answer {
  readonly roots: readonly RootVersion[]
  readonly release: Release
}

/** A device's stored state: `root` is in root.json, `installed` and the root of that time in state.json. */
interface Stored {
  readonly root: RootVersion
  readonly installed?: (Release & { readonly under: RootVersion }) | undefined
}

const ROOTS: readonly RootVersion[] = [1, 2, 3]
/** 1,000,000 is a thief's release, which no later release could exceed. */
const VERSIONS = [5, 6, 1_000_000]
const CHAINS: readonly (readonly RootVersion[])[] = [[], [1], [2], [3], [1, 2], [2, 3], [3, 2], [1, 2, 3]]

const publisher = createPublisher()
const envelopes = { roots: new Map<RootVersion, Envelope>(), releases: new Map<string, Envelope>() }
for (const signer of ROOTS) {
  envelopes.roots.set(signer, signer === 1 ? publisher.root : publisher.rotate())
  for (const version of VERSIONS) {
    const { envelope } = publisher.release({ version, files: { [`root-${signer}.md`]: 'A' } })
    envelopes.releases.set(nameOf({ version, signer }), envelope)
  }
}
const PINNED = rootOf(1)

const ANSWERS: readonly Answer[] = CHAINS.flatMap(roots =>
  ROOTS.flatMap(signer => VERSIONS.map(version => ({ roots, release: { version, signer } }))),
)

/** The rules, written apart from the code: the state after an answer, and the outcome of the run. */
function expected(stored: Stored, { roots, release }: Answer): { stored: Stored; says: string } {
  let root = stored.root
  for (const next of roots) {
    if (next > root + 1) return { stored: { ...stored, root }, says: 'root_invalid' }
    if (next > root) root = next
  }
  const kept = { ...stored, root }
  if (release.signer !== root) return { stored: kept, says: 'release_rejected' }
  const installed = { stored: { root, installed: { ...release, under: root } }, says: 'newer' }
  // a release whose key the newest root does not trust sets no lower limit
  if (stored.installed?.signer !== root) return installed
  if (release.version > stored.installed.version) return installed
  const same = release.version === stored.installed.version
  return {
    stored: { root, installed: { ...stored.installed, under: root } },
    says: same ? 'current' : 'behind',
  }
}

/** The state and the outcome by the device's code. */
function actual(stored: Stored, { roots, release }: Answer): { stored: Stored; says: string } {
  let trusted = open(stored)
  try {
    for (const root of roots) trusted = acceptRoot(trusted, rootOf(root))
    const accepted = acceptRelease(trusted, releaseOf(release), HOST_NOW)
    trusted = accepted.trusted
    const root = versionOf(trusted)
    return { stored: { root, installed: { ...installedOf(trusted), under: root } }, says: accepted.offer }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { stored: { ...stored, root: versionOf(trusted) }, says: error.code }
  }
}

function open({ root, installed }: Stored): Trusted {
  const state = installed && {
    pinned: pinnedDigest(PINNED),
    root: rootOf(installed.under),
    release: releaseOf(installed),
  }
  return openTrust(PINNED, { state, ...(root > 1 && { kept: readRoot(rootOf(root)) }) })
}

function versionOf({ root }: Trusted): RootVersion {
  return root.root.version as RootVersion
}

function installedOf({ release }: Trusted): Release {
  const [file] = release?.manifest.files ?? []
  return {
    version: release?.manifest.version ?? 0,
    signer: Number(/\d/.exec(file?.path ?? '')) as RootVersion,
  }
}

function rootOf(version: RootVersion): Envelope {
  return envelopes.roots.get(version) ?? expect.fail(`no root ${version}`)
}

function releaseOf(release: Release): Envelope {
  return envelopes.releases.get(nameOf(release)) ?? expect.fail(`no release ${nameOf(release)}`)
}

function nameOf({ version, signer }: Release): string {
  return `release ${version} of root ${signer}`
}

function describeStored({ root, installed }: Stored): string {
  return `root ${root}, ${installed ? `${nameOf(installed)}, stored under root ${installed.under}` : 'nothing'}`
}

/** Every stored state that some order of answers leads to; first that of a new device. */
function reachable(): Stored[] {
  const found = new Map<string, Stored>()
  const queue: Stored[] = [{ root: 1 }]
  for (const stored of queue) {
    if (found.has(describeStored(stored))) continue
    found.set(describeStored(stored), stored)
    queue.push(...ANSWERS.map(answer => expected(stored, answer).stored))
  }
  return [...found.values()]
}

const STATES = reachable()
/** States that only an earlier version could store: a newer root beside a release that this root does not trust. */
const EARLIER: readonly Stored[] = ROOTS.flatMap(under =>
  ROOTS.filter(signer => signer < under).flatMap(signer =>
    VERSIONS.map((version): Stored => ({ root: under, installed: { version, signer, under } })),
  ),
)
const ROWS = [...STATES, ...EARLIER].map(stored => ({ name: describeStored(stored), stored }))

test.each(ROWS)(
  `a device with $name does the right thing with each of ${ANSWERS.length} answers`,
  ({ stored }) => {
    for (const answer of ANSWERS) {
      const said = actual(stored, answer)
      expect(said, JSON.stringify(answer)).toEqual(expected(stored, answer))
      expect(said.stored.root, 'a root went back').toBeGreaterThanOrEqual(stored.root)
    }
  },
)

test('the states include every root with nothing, and with each release that it can have', () => {
  expect(STATES.map(describeStored)).toEqual(
    expect.arrayContaining([
      'root 1, nothing',
      'root 3, nothing',
      'root 2, release 1000000 of root 1, stored under root 1',
      'root 3, release 6 of root 3, stored under root 3',
    ]),
  )
  expect(STATES.length).toBeGreaterThan(20)
})

test('no order makes a device take what a retired key signed after it has seen the root that retired it', () => {
  const taken = [...STATES, ...EARLIER].flatMap(stored =>
    ANSWERS.filter(answer => {
      const { stored: after, says } = actual(stored, answer)
      return ['newer', 'current'].includes(says) && answer.release.signer < after.root
    }),
  )
  expect(taken).toEqual([])
})
