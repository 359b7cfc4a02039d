import { parseJsonBytes } from '../../core/json/json.ts'
import type { StoredDeltas } from '../../core/release/catalog.ts'
import { decodeDelta } from '../../core/release/delta/format.ts'
import { sha256 } from '../../core/release/envelope.ts'
import type { StoredBody } from '../../core/release/folder/folder.ts'
import type { ReleaseFile } from '../../core/release/schema.ts'
import { updateHeadSchema } from '../../core/release/schema.ts'
import { cutUpdate, splitUpdate, type UpdateBody } from '../../core/release/update/body.ts'
import { rebuildText } from '../../core/release/update/text.ts'
import { inflate, unfit } from '../build/content.ts'
import type { Published } from '../published.ts'

/**
 * Checks only the sizes of the deltas, because the folder lacks the old contents to which a delta could be applied.
 * @throws AppError `release_invalid`
 */
export async function checkDeltas({ snapshot, manifest, manifests }: Published): Promise<void> {
  const { deltas = {} } = await snapshot.stored()
  const sizes = sizesOf(manifest.files)
  for (const release of manifests) {
    const earlier = await snapshot.manifest(release)
    for (const [sha256, size] of sizesOf(earlier?.manifest.files ?? [])) sizes.set(sha256, size)
  }
  for (const [target, stored] of Object.entries(deltas)) {
    for (const { from, sha256: digest } of stored) {
      const bytes = await snapshot.delta(digest)
      const [oldSize = 0, newSize = 0] = [sizes.get(from), sizes.get(target)]
      if (sha256(bytes) !== digest || !(await isResolved(decodeDelta(bytes, { oldSize, newSize }))))
        throw unfit(`the delta "${digest}" is damaged`)
    }
  }
}

/** @throws AppError `release_invalid` if a prepared answer results in another text or other contents */
export async function checkUpdates(published: Published): Promise<void> {
  const { snapshot } = published
  const { deltas = {} } = await snapshot.stored()
  for (const { from } of snapshot.pointer.updates ?? []) {
    const stored = await snapshot.update(from)
    const old = from === undefined ? undefined : await snapshot.manifest(from)
    const body = stored && (await readUpdate(stored))
    const text = body && rebuildText(body.head, body.text, old?.envelope.signed)
    const made = text && (await text.catch(() => undefined))
    const files = { current: published.manifest.files, named: old?.manifest.files ?? [] }
    const whole = body && hasContents(body, files) && hasDeltas(body, files, deltas)
    if (!whole || !made || Buffer.from(made).toString() !== published.envelope.signed)
      throw unfit(
        `its answer to a device with ${from === undefined ? 'nothing' : `release "${from}"`} is not valid`,
      )
  }
}

async function readUpdate(stored: StoredBody): Promise<UpdateBody | undefined> {
  const split = splitUpdate(await inflate(stored))
  const head = split && updateHeadSchema.safeParse(parseJsonBytes(split.line)).data
  return head && cutUpdate(head, split.rest)
}

interface Files {
  readonly current: readonly ReleaseFile[]
  readonly named: readonly ReleaseFile[]
}

function hasContents({ head, blobs }: UpdateBody, { current }: Files): boolean {
  const right = head.here.every(([at], index) => current[at]?.sha256 === sha256(blobs[index] ?? ''))
  return right && head.files === current.length
}

/** Whether each delta in the answer is one of the stored deltas between its two files. */
function hasDeltas({ head, blobs }: UpdateBody, { current, named }: Files, deltas: StoredDeltas): boolean {
  const here = blobs.slice(head.here.length)
  return head.deltas.every(delta => {
    const digest = delta.sha256 ?? sha256(here.shift() ?? '')
    const from = named[delta.from]?.sha256
    const stored = deltas[current[delta.file]?.sha256 ?? ''] ?? []
    return stored.some(one => one.from === from && one.sha256 === digest)
  })
}

function sizesOf(files: readonly ReleaseFile[]): Map<string, number> {
  return new Map(files.map(file => [file.sha256, file.size]))
}

function isResolved(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  )
}
