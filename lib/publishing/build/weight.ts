import { AppError } from '../../core/errors.ts'
import { DEFAULT_RELEASE_DIR } from '../../core/release/default-folder.ts'
import { pathWithin } from '../folders.ts'

/** The host's limit for the unpacked size of a function, in bytes. */
const BUNDLE_LIMIT = 250_000_000

/** Bytes reserved for a function's code. `heaviest` in `scripts/functions/table.ts` needs less than a tenth of them. */
const CODE_ROOM = 5_000_000

/** A release above this share of the limit gets a warning. */
const HEAVY = 0.8

export interface Weight {
  /** The number of bytes of all files of the release. */
  readonly bytes: number
  /** The maximum number of bytes that the host deploys; undefined for a folder that no deployment includes. */
  readonly limit: number | undefined
}

export function manifestBytes(earlier: readonly { readonly text: string }[]): number {
  return earlier.reduce((sum, { text }) => sum + Buffer.byteLength(JSON.stringify(text)), 0)
}

export function bundleLimit(releaseDir: string): number | undefined {
  return pathWithin(releaseDir, DEFAULT_RELEASE_DIR) === '' ? BUNDLE_LIMIT : undefined
}

/** @throws AppError `payload_invalid` if the host would not deploy the release */
export function refuseTooHeavy({ bytes, limit }: Weight, act: 'publish' | 'deploy'): void {
  if (limit === undefined || bytes <= limit - CODE_ROOM) return
  const message = `Cannot ${act}: the release has ${megabytes(bytes)} MB, and the host deploys ${megabytes(limit)} MB with ${megabytes(CODE_ROOM)} MB of code in it`
  throw new AppError('payload_invalid', message, {
    hint: 'keep large files elsewhere, or publish to a folder of your own with KURA_RELEASE_DIR',
  })
}

/** `12.3 MB of the 250.0 MB that the host deploys` */
export function weightText({ bytes, limit }: Weight): string {
  return limit === undefined
    ? `${megabytes(bytes)} MB`
    : `${megabytes(bytes)} MB of the ${megabytes(limit)} MB that the host deploys`
}

export function weightWarnings(weight: Weight): string[] {
  if (weight.limit === undefined || weight.bytes <= HEAVY * weight.limit) return []
  return [`the release has ${weightText(weight)}: keep large files elsewhere`]
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1)
}
