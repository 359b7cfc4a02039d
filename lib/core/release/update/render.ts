import type { SignedManifest } from '../catalog.ts'
import { isShortEnough, withoutShortCopies } from '../delta/copies.ts'
import { diff } from '../delta/diff.ts'
import { encodeDelta } from '../delta/format.ts'
import { PagedBytes } from '../delta/paged-bytes.ts'
import { sha256 } from '../envelope.ts'
import { UPDATE_VERSION } from '../limits.ts'
import type { Envelope, ReleaseFile, UpdateHead } from '../schema.ts'
import { encodeUpdate } from './body.ts'
import type { UpdatePlan } from './plan.ts'

export interface ListedRelease {
  readonly release: string
  readonly text: string
  readonly files: readonly ReleaseFile[]
}

export function listedRelease({ manifest, envelope }: SignedManifest): ListedRelease {
  const { signed: text } = envelope
  return { release: sha256(text), text, files: manifest.files }
}

export interface SentText {
  readonly is: UpdateHead['text']['is']
  readonly bytes: Uint8Array
}

/** Returns a delta from the manifest of `named` if it is short enough. Empty if `named` is the current release. */
export function sentText(current: ListedRelease, named: ListedRelease | undefined): SentText {
  if (named?.release === current.release) return { is: 'same', bytes: new Uint8Array(0) }
  const whole = Buffer.from(current.text)
  if (!named) return { is: 'whole', bytes: whole }
  const delta = encodeDelta(withoutShortCopies(diff(Buffer.from(named.text), whole), PagedBytes.of(whole)))
  return isShortEnough(delta.length, whole.length)
    ? { is: 'delta', bytes: delta }
    : { is: 'whole', bytes: whole }
}

export interface UpdateParts {
  readonly current: ListedRelease
  readonly signatures: Envelope['signatures']
  readonly roots: readonly Envelope[]
  readonly text: SentText
  readonly plan: UpdatePlan
}

/** @param blobs the contents of the plan, and then its deltas */
export function renderUpdate(
  { current, signatures, roots, text, plan }: UpdateParts,
  blobs: readonly Uint8Array[],
): Uint8Array {
  const { here, deltas, elsewhere } = plan
  const head: UpdateHead = {
    v: UPDATE_VERSION,
    release: current.release,
    signatures,
    roots: [...roots],
    files: current.files.length,
    text: { is: text.is, bytes: text.bytes.length, size: Buffer.byteLength(current.text) },
    here,
    deltas,
    ...(elsewhere && { elsewhere }),
  }
  return encodeUpdate({ head, text: text.bytes, blobs })
}
