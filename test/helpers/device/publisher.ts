/** A publisher of small releases for the host that a test controls. It has its own keys, and needs no disk. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { keyidOf, rawPublicKey, sha256, signEnvelope } from '../../../lib/core/release/envelope.ts'
import type { Envelope, Manifest } from '../../../lib/core/release/schema.ts'

export const HOST_NOW = Date.parse('2026-01-01T00:00:00Z')
const DAY = 86_400_000

export type Files = Readonly<Record<string, string | Uint8Array>>

export interface TestRelease {
  readonly manifest: Manifest
  readonly envelope: Envelope
  readonly digest: string
  readonly contents: ReadonlyMap<string, Buffer>
}

export interface ReleaseOptions {
  readonly version: number
  readonly files: Files
  readonly titles?: Readonly<Record<string, string>>
  readonly program?: string
  readonly index?: { readonly path: string; readonly heading: string }
  /** Milliseconds since the epoch. */
  readonly expires?: number
  /** Changes the manifest before it is signed. */
  readonly bend?: (manifest: Manifest) => unknown
  /** Keys that sign instead of the root's. */
  readonly keys?: readonly KeyObject[]
}

export interface Publisher {
  readonly root: Envelope
  readonly keys: readonly KeyObject[]
  release(options: ReleaseOptions): TestRelease
  /**
   * Makes the next root, with other keys, signed by the present keys and its own. This publisher then uses that root.
   */
  rotate(options?: { expires?: number; signedByPrevious?: boolean }): Envelope
}

export function createPublisher(options: { rootExpires?: number } = {}): Publisher {
  let version = 1
  let keys = [newKey()]
  let root = rootOf(version, { keys, signers: keys, expires: options.rootExpires })
  return {
    get root() {
      return root
    },
    get keys() {
      return keys
    },
    release: more => createRelease({ keys, ...more }),
    rotate({ expires, signedByPrevious = true } = {}) {
      const next = [newKey()]
      const signers = signedByPrevious ? [...keys, ...next] : next
      root = rootOf(++version, { keys: next, signers, expires })
      keys = next
      return root
    },
  }
}

export function newKey(): KeyObject {
  return generateKeyPairSync('ed25519').privateKey
}

function rootOf(
  version: number,
  {
    keys,
    signers,
    expires = HOST_NOW + 365 * DAY,
  }: { keys: KeyObject[]; signers: KeyObject[]; expires?: number | undefined },
): Envelope {
  const publicKeys = keys.map(rawPublicKey)
  const root = {
    v: 1,
    version,
    keys: Object.fromEntries(publicKeys.map(key => [keyidOf(key), key])),
    threshold: 1,
    expires: new Date(expires).toISOString(),
  }
  return signEnvelope('root', JSON.stringify(root), signers)
}

function createRelease(options: ReleaseOptions & { keys: readonly KeyObject[] }): TestRelease {
  const { version, files, titles = {}, program, expires = HOST_NOW + 90 * DAY } = options
  const contents = new Map<string, Buffer>()
  const manifest: Manifest = {
    v: 1,
    version,
    created: new Date(HOST_NOW).toISOString(),
    expires: new Date(expires).toISOString(),
    index: options.index ?? { path: 'MEMORY.md', heading: '## Shared' },
    files: Object.entries(files).map(([path, content]) => {
      const bytes = Buffer.from(content)
      contents.set(sha256(bytes), bytes)
      return {
        path,
        size: bytes.length,
        sha256: sha256(bytes),
        ...(titles[path] !== undefined && { title: titles[path] }),
        ...(path === program && { program: true as const }),
      }
    }),
  }
  const signed = JSON.stringify(options.bend?.(manifest) ?? manifest)
  return {
    manifest,
    envelope: signEnvelope('release', signed, options.keys),
    digest: sha256(signed),
    contents,
  }
}
