/** What a host offers, whichever version of the protocol its answer has. Nothing of it is trusted yet. */
import type { Envelope, Manifest } from '../../core/release/schema.ts'

/** The content of a file as a delta to a content that the device has. */
export interface DeltaSource {
  /** The SHA-256 of the content that it is applied to. */
  readonly from: string
  /** The size of that content. */
  readonly fromSize: number
  /** The delta: its bytes, or how its parts are requested. */
  readonly delta: Uint8Array | { readonly sha256: string; readonly size: number }
}

/** Where a content is. */
export type Source =
  | { readonly kind: 'here'; readonly data: Uint8Array }
  | { readonly kind: 'page'; readonly page: number }
  | { readonly kind: 'parts'; readonly parts: number }
  | ({ readonly kind: 'delta' } & DeltaSource)
  /** Not sent: the device has it, or did not request it. */
  | { readonly kind: 'same' }

export interface Offer {
  readonly release: Envelope
  readonly roots: readonly Envelope[]
  /** How many files the host says that the release has. */
  readonly files: number
  /** Where its contents are, by SHA-256; `manifest` is that of `release`. */
  sources(manifest: Manifest): ReadonlyMap<string, Source>
}
