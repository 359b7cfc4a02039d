/** Deltas after any history of changes. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sha256 } from '../../../lib/core/release/envelope.ts'
import { openReleaseFolder } from '../../../lib/core/release/folder/folder.ts'
import type { Manifest } from '../../../lib/core/release/schema.ts'
import { createTestPublisher, type TestPublisher } from '../../helpers/publishing/release.ts'
import { count } from '../../helpers/run/sampled.ts'
import { pseudoRandom } from '../publish-world.ts'

/** Two contents that have nothing in common. Each of them and its edited copies are a family. */
const FAMILIES = [Buffer.from(pseudoRandom(70_000, 1)), Buffer.from(pseudoRandom(70_000, 2))] as const
const PATHS = ['a.bin', 'b.bin'] as const

/** Where each family's content is edited. */
const place = fc.nat(69_000)
const release = fc.tuple(place, place)

type Release = typeof release extends fc.Arbitrary<infer T> ? T : never

function edited(family: number, at: number): Buffer {
  const content = FAMILIES[family] ?? Buffer.alloc(0)
  return Buffer.concat([content.subarray(0, at), Buffer.from('edit'), content.subarray(at + 9)])
}

interface Known {
  /** The family of a content, by its SHA-256. */
  readonly families: Map<string, number>
}

function payloadOf(edits: Release, { families }: Known): Record<string, Buffer> {
  const entries = edits.map((at, family) => {
    const content = edited(family, at)
    families.set(sha256(content), family)
    return [PATHS[family] ?? '', content] as const
  })
  return Object.fromEntries(entries)
}

/**
 * The earlier releases that have a content related to a file, but neither the file itself nor the base of a delta to
 * it.
 */
async function withoutDelta({ releaseDir }: TestPublisher, { families }: Known): Promise<string[]> {
  const snapshot = openReleaseFolder(releaseDir).current()
  const { manifests, deltas = {} } = await snapshot.stored()
  const [current, ...earlier] = (await Promise.all(
    manifests.map(async one => (await snapshot.manifest(one))?.manifest),
  )) as [Manifest, ...Manifest[]]
  return current.files.flatMap(file => {
    const from = new Set([file.sha256, ...(deltas[file.sha256] ?? []).map(delta => delta.from)])
    const isRelated = (other: string) =>
      families.has(other) && families.get(other) === families.get(file.sha256)
    return earlier
      .map(({ version, files }) => ({ version, related: files.filter(old => isRelated(old.sha256)) }))
      .filter(({ related }) => related.length > 0 && !related.some(old => from.has(old.sha256)))
      .map(({ version }) => `${file.path} from release ${version}`)
  })
}

test('every device that has something like a large file has a delta to it, however it changed in between', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(release, { minLength: 3, maxLength: 6 }), async releases => {
      const publisher = await createTestPublisher()
      const known = { families: new Map<string, number>() }
      try {
        for (const [index, one] of releases.entries()) {
          await publisher.publish({ ...payloadOf(one, known), 'a.md': `# ${index}\n` })
          expect(await withoutDelta(publisher, known)).toEqual([])
        }
      } finally {
        await publisher.remove()
      }
    }),
    { numRuns: count({ few: 2, all: 5 }) },
  )
})
