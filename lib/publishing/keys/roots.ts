import { join } from 'node:path'
import * as z from 'zod'
import { writeFileAtomic } from '../../core/disk/atomic-file.ts'
import { fileFault } from '../../core/disk/file-fault.ts'
import { readRegular } from '../../core/disk/regular-file.ts'
import { AppError } from '../../core/errors.ts'
import { parseJson } from '../../core/json/json.ts'
import { ROOTS } from '../../core/release/catalog.ts'
import { signEnvelope } from '../../core/release/envelope.ts'
import { WIRE_VERSION } from '../../core/release/limits.ts'
import { followRoots, readRoot, type SignedRoot } from '../../core/release/root.ts'
import { type Envelope, envelopeSchema, type Manifest, type Root } from '../../core/release/schema.ts'
import { withPublishLock } from '../folders.ts'
import { checkKeyDir, createKey, type KeyFolder, openKeys, type ReleaseKey } from './folder.ts'

/** The file of all roots, from the first one. */
const rootChainSchema = z.strictObject({ v: z.literal(WIRE_VERSION), roots: z.array(envelopeSchema).min(1) })

const ROOT_DAYS = 365
const DAY = 86_400_000

export interface RootOptions {
  readonly releaseDir: string
  readonly keys: KeyFolder
  /** The time in milliseconds since the epoch. */
  readonly now: number
  /** The number of days for which the root is valid; 365 by default. */
  readonly days?: number | undefined
  /** The project, which must not contain the keys; a test may set another. */
  readonly checkout?: string | undefined
}

export interface RootChange extends SignedRoot {
  readonly created: ReleaseKey
  readonly spare?: ReleaseKey | undefined
  /** The id of the old key that the new root leaves out. */
  readonly retired?: string | undefined
}

interface FirstRootOptions extends RootOptions {
  /** Whether the root is for development. Production refuses such a root. */
  readonly development?: boolean | undefined
  /** Whether to make a second key, which may sign alone if the first key is lost. */
  readonly spare?: boolean | undefined
  readonly replace?: boolean | undefined
}

/**
 * With `replace`, the first root takes the place of a chain whose keys are all lost. Each device then needs a new
 * enrolment.
 * @throws AppError `root_invalid` if the release folder already has a root, `release_key`; as `withPublishLock`
 */
export async function createRoot(given: FirstRootOptions): Promise<RootChange> {
  const { development = false, spare: withSpare = false, replace = false, ...options } = given
  checkKeyDir(options.keys.dir, { development, checkout: options.checkout })
  return withPublishLock(options.releaseDir, async () => {
    if (!replace && (await readChain(options.releaseDir)).length > 0) throw hasRoot(options.releaseDir)
    const created = await createKey(options.keys)
    const spare = withSpare ? await createKey(options.keys) : undefined
    const keys = [created, ...(spare ? [spare] : [])]
    const root: Root = {
      v: WIRE_VERSION,
      version: 1,
      keys: Object.fromEntries(keys.map(({ keyid, publicKey }) => [keyid, publicKey])),
      threshold: 1,
      expires: expiry(options),
      ...(development && { development: true as const }),
    }
    return { ...(await append(options.releaseDir, { chain: [], root, signers: [created] })), created, spare }
  })
}

/**
 * Makes a root in which a new key replaces the key whose id starts with `keyid`. A root's only key needs no `keyid`.
 * @throws AppError `root_invalid` if not exactly one key matches, `release_key` if the threshold is not reached; as
 * `withPublishLock`
 */
export function rotateRoot({
  keyid,
  ...options
}: RootOptions & { keyid?: string | undefined }): Promise<RootChange> {
  return extendChain(options, latest => {
    const retired = findKey(latest, keyid)
    const { [retired]: _, ...kept } = latest.keys
    const { threshold } = latest
    return { kept, threshold, signers: [...Object.keys(kept), retired], needed: threshold }
  })
}

/**
 * Makes a root with one more key. `threshold` is the number of keys that must sign from then on; by default, it stays
 * the same.
 * @throws AppError `root_invalid` if the threshold is below 1 or above the number of keys, `release_key` if keys are
 * missing; as `withPublishLock`
 */
export function addRootKey({
  threshold,
  ...options
}: RootOptions & { threshold?: number | undefined }): Promise<RootChange> {
  return extendChain(options, latest => {
    const keyids = Object.keys(latest.keys)
    const next = threshold ?? latest.threshold
    if (!Number.isSafeInteger(next) || next < 1 || next > keyids.length + 1) {
      const message = `Cannot require ${next} signatures: the root would have ${keyids.length + 1} keys`
      throw new AppError('root_invalid', message, {
        hint: 'give a threshold from 1 to the number of keys, or add a key first',
      })
    }
    const needed = Math.max(latest.threshold, next - 1)
    return { kept: latest.keys, threshold: next, signers: keyids, needed }
  })
}

/** The plan for the next root, which some of the old keys sign together with the new key. */
interface Succession {
  readonly kept: Root['keys']
  readonly threshold: number
  readonly signers: readonly string[]
  readonly needed: number
}

/** Adds a root to the chain. Its signers together must reach the thresholds of both roots. */
function extendChain(options: RootOptions, succeed: (latest: Root) => Succession): Promise<RootChange> {
  return withPublishLock(options.releaseDir, async () => {
    const chain = await readChain(options.releaseDir)
    const latest = newest(chain, options.releaseDir).root
    checkKeyDir(options.keys.dir, { development: latest.development === true, checkout: options.checkout })
    const { kept, threshold, signers, needed } = succeed(latest)
    const opened = await openKeys(options.keys, { keyids: signers, needed })
    const created = await createKey(options.keys)
    const keys = { ...kept, [created.keyid]: created.publicKey }
    const root = { ...latest, version: latest.version + 1, keys, threshold, expires: expiry(options) }
    const signed = await append(options.releaseDir, { chain, root, signers: [...opened, created] })
    return { ...signed, created, retired: Object.keys(latest.keys).find(id => !Object.hasOwn(kept, id)) }
  })
}

/**
 * Returns the verified roots, from the first one; an empty list if there is no root.
 * @throws AppError `root_invalid`
 */
export async function readChain(releaseDir: string): Promise<SignedRoot[]> {
  const file = join(releaseDir, ROOTS)
  const bytes = await readRegular(file).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return undefined
    throw invalid(`"${file}" cannot be read: ${fileFault(cause)}`, cause)
  })
  if (bytes === undefined) return []
  const parsed = rootChainSchema.safeParse(parseJson(bytes.toString()))
  if (!parsed.success) throw invalid(`"${file}" is not a chain of roots`, parsed.error)
  const chain: SignedRoot[] = []
  for (const envelope of parsed.data.roots) chain.push(nextInChain(chain, envelope))
  return chain
}

/** @throws AppError `root_invalid` if the chain has no root */
export function newest(chain: readonly SignedRoot[], releaseDir: string): SignedRoot {
  const last = chain.at(-1)
  if (last) return last
  throw new AppError('root_invalid', `Cannot find a root in "${releaseDir}"`, {
    hint: 'create one with kura root init, or give the release folder with --release',
  })
}

type LivingRoot = Pick<Root, 'version' | 'expires'>

const FIX = 'kura root rotate, then kura publish'

/** @throws AppError `root_invalid` if the root has expired at `now`, in milliseconds since the epoch */
export function refuseExpiredRoot(
  { version, expires }: LivingRoot,
  { act, now }: { act: 'publish' | 'deploy'; now: number },
): void {
  if (Date.parse(expires) > now) return
  throw new AppError('root_invalid', `Cannot ${act}: root ${version} expired on ${expires}`, {
    hint: `devices install nothing that it signed: run ${FIX}`,
  })
}

/** The warning about a root that expires before the release that it signs. */
export function earlyEndWarning(
  { version, expires }: LivingRoot,
  manifest: Pick<Manifest, 'version' | 'expires'>,
): string | undefined {
  if (Date.parse(expires) >= Date.parse(manifest.expires)) return undefined
  return `root ${version} expires on ${expires}, before release ${manifest.version} does (${manifest.expires}): run ${FIX}`
}

function nextInChain(chain: readonly SignedRoot[], envelope: Envelope): SignedRoot {
  const previous = chain.at(-1)
  const next = readRoot(envelope)
  const followed = previous ? followRoots(previous, [envelope]) : next
  if (followed === previous)
    throw invalid(`root ${next.root.version} comes after root ${previous.root.version}`)
  return followed
}

/** Signs the root and stores the longer chain, but only if a device would accept the root after the chain. */
async function append(
  releaseDir: string,
  { chain, root, signers }: { chain: readonly SignedRoot[]; root: Root; signers: readonly ReleaseKey[] },
): Promise<SignedRoot> {
  const privateKeys = signers.map(({ privateKey }) => privateKey)
  const signed = nextInChain(chain, signEnvelope('root', JSON.stringify(root), privateKeys))
  const roots = [...chain, signed].map(({ envelope }) => envelope)
  await writeFileAtomic(join(releaseDir, ROOTS), `${JSON.stringify({ v: WIRE_VERSION, roots }, null, 2)}\n`)
  return signed
}

function hasRoot(releaseDir: string): AppError {
  return new AppError('root_invalid', `Cannot create a root: "${releaseDir}" already has one`, {
    hint: 'kura root rotate replaces a key and kura root rotate --add adds one; if all of its keys are lost, kura root init --replace begins anew',
  })
}

/** @throws AppError `root_invalid` unless exactly one key has an id that starts with `keyid` */
function findKey(root: Root, keyid: string | undefined): string {
  const found = Object.keys(root.keys).filter(id => id.startsWith(keyid ?? ''))
  const [only] = found
  if (only !== undefined && found.length === 1) return only
  const message = `Cannot rotate ${keyid === undefined ? 'a key' : `the key "${keyid}"`}: root ${root.version} has ${found.length} such keys, expected one`
  throw new AppError('root_invalid', message, {
    hint: `give one with --key: ${Object.keys(root.keys).join(', ')}`,
  })
}

function expiry({ now, days = ROOT_DAYS }: RootOptions): string {
  return new Date(now + days * DAY).toISOString()
}

function invalid(reason: string, cause?: unknown): AppError {
  return new AppError('root_invalid', `Cannot use the chain of roots: ${reason}`, {
    hint: 'restore roots.json from version control, or create a root with kura root init',
    cause,
  })
}
