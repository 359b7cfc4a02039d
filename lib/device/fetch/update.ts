/** Fetches the contents of a release, except those at another path on the disk or staged in an earlier run. */
import { AppError } from '../../core/errors.ts'
import { phrase } from '../../core/language/catalogue.ts'
import { phraseError } from '../../core/language/phrase-error.ts'
import { english } from '../../core/language/text.ts'
import { DEVICE_PROBLEMS } from '../../core/release/problems.ts'
import type { Envelope, Manifest } from '../../core/release/schema.ts'
import { diskError, systemCode } from '../disk/error.ts'
import { ignoreHeld } from '../disk/held.ts'
import { type ScannedEntry, scan } from '../disk/scan.ts'
import { DISK_ACTS } from '../disk/words.ts'
import { lackingFiles, leavingFolders, leavingPaths, neededFolders } from '../install/plan.ts'
import type { Session } from '../session.ts'
import { type Counts, isWhole } from '../status.ts'
import { keepRoot } from '../trust/root-file.ts'
import type { State } from '../trust/state-file.ts'
import { acceptRelease, acceptRoot } from '../trust/trusted-state.ts'
import type { Offer, Source } from './answer.ts'
import { createAsk, type Holding } from './ask.ts'
import { download } from './download.ts'
import { type Content, openStaging, type Staging } from './staging.ts'
import { FETCH_FAILURES, FETCH_HINTS, FETCH_PARTS } from './words.ts'

/** The most questions for contents in a sync: the host's release may change between two of them. */
const ROUNDS = 5

/**
 * Sets `session.trusted` to the release to install, stages its contents that `scanned` lacks, and adds newly scanned
 * paths to `scanned`. Returns false if the device is whole and the host has nothing new.
 * @throws AppError as `acceptRoot`, `acceptRelease`, `Ask`, `content_mismatch`, `device_write`
 */
export async function fetchUpdate(
  session: Session,
  { counts, scanned }: { counts: Counts; scanned: Map<string, ScannedEntry> },
): Promise<boolean> {
  const ask = createAsk(session)
  let holding = await holdingOf(session, { counts, scanned })
  let before: string | undefined
  for (let round = 1; round <= ROUNDS; round++) {
    const offer = await ask(holding)
    if (offer === 'current') return !holding.whole
    await acceptRoots(session, offer.roots)
    const { manifest, offered } = acceptOffer(session, offer)
    await scanRest(session, manifest, scanned)
    const lacking = await stage(session, { manifest, sources: offer.sources(offered), scanned })
    if (lacking.length === 0) return true
    const now = lacking.map(({ sha256 }) => sha256).join()
    if (now === before) throw notHandedOut(session, lacking)
    before = now
    holding = { release: session.trusted.release, lacking, whole: false }
  }
  const message = phrase(FETCH_FAILURES.keepsChanging, { host: session.fetcher.host })
  throw phraseError('remote_answer', message, { hint: phrase(FETCH_HINTS.inMinutes) })
}

async function holdingOf(
  session: Session,
  { counts, scanned }: { counts: Counts; scanned: ReadonlyMap<string, ScannedEntry> },
): Promise<Holding> {
  const { release } = session.trusted
  if (!release) return { release, lacking: [], whole: false }
  const contents = contentsOf(lackingFiles(release.manifest, scanned))
  const staging = await openStaging(contents, session)
  const lacking = contents.filter(({ sha256 }) => !staging.has(sha256))
  return { release, lacking, whole: isWhole(counts) && !leftWork(session.state, release.manifest) }
}

function leftWork(state: State | undefined, manifest: Manifest): boolean {
  const installed = new Map(state?.installed)
  const leaving = leavingFolders(state?.folders ?? [], neededFolders(manifest))
  return leavingPaths(installed, manifest).length + leaving.length > 0 || state?.waitingIndex !== undefined
}

/** Stores the last verified root, even if a later root is refused. */
async function acceptRoots(session: Session, roots: readonly Envelope[]): Promise<void> {
  try {
    for (const root of roots) session.trusted = acceptRoot(session.trusted, root)
  } finally {
    await keepRoot(session.disk, { pinned: session.credentials.root, root: session.trusted.root })
  }
}

/** Returns the manifest of the release to install, and as `offered` that of the host's release. */
function acceptOffer(session: Session, answer: Offer): { manifest: Manifest; offered: Manifest } {
  const { trusted, offer, offered } = acceptRelease(session.trusted, answer.release, session.now())
  if (answer.files !== offered.manifest.files.length) {
    const counts = { listed: answer.files, files: offered.manifest.files.length }
    throw phraseError(
      'remote_answer',
      phrase(FETCH_FAILURES.lists, { host: session.fetcher.host, ...counts }),
      { hint: phrase(FETCH_HINTS.again) },
    )
  }
  const { release } = trusted
  if (!release) throw new AppError('internal', 'Cannot sync: no release was accepted')
  if (offer === 'behind') warnBehind(session, offered.manifest.version, release.manifest.version)
  session.trusted = trusted
  return { manifest: release.manifest, offered: offered.manifest }
}

function warnBehind({ warnings, fetcher }: Session, offered: number, trusted: number): void {
  const warning = english(phrase(DEVICE_PROBLEMS.hostBehind, { host: fetcher.host, offered, trusted }))
  if (!warnings.includes(warning)) warnings.push(warning)
}

async function scanRest(
  { disk, stamps }: Session,
  { files }: Manifest,
  scanned: Map<string, ScannedEntry>,
): Promise<void> {
  const rest = files.map(({ path }) => path).filter(path => !scanned.has(path))
  for (const [path, entry] of await scan(disk, rest, { stamps })) scanned.set(path, entry)
}

/** Returns the contents that the host did not hand out. */
async function stage(
  session: Session,
  {
    manifest,
    sources,
    scanned,
  }: {
    manifest: Manifest
    sources: ReadonlyMap<string, Source>
    scanned: ReadonlyMap<string, ScannedEntry>
  },
): Promise<Content[]> {
  const contents = contentsOf(lackingFiles(manifest, scanned))
  const staging = await openStaging(contents, session)
  try {
    const holders = holdersOf(scanned)
    await copyLocally(contents, staging, holders)
    const { disk, fetcher, progress, warnings } = session
    await download(contents, { sources, holders }, { disk, fetcher, staging, progress, warnings })
  } catch (error) {
    throw await fetchError(session, { error, lacking: contents.filter(({ sha256 }) => !staging.has(sha256)) })
  }
  return contents.filter(({ sha256 }) => !staging.has(sha256))
}

async function copyLocally(
  contents: readonly Content[],
  staging: Staging,
  holders: ReadonlyMap<string, string>,
): Promise<void> {
  for (const content of contents) {
    const from = holders.get(content.sha256)
    if (from !== undefined && !staging.has(content.sha256))
      await staging.copy(content, from).catch(ignoreHeld)
  }
}

function holdersOf(scanned: ReadonlyMap<string, ScannedEntry>): Map<string, string> {
  return new Map(
    [...scanned].flatMap(([path, entry]) => (entry.kind === 'file' ? [[entry.sha256, path]] : [])),
  )
}

function contentsOf(files: readonly Content[]): Content[] {
  return [...new Map(files.map(({ sha256, size, path }) => [sha256, { sha256, size, path }])).values()]
}

async function fetchError(
  { disk, trusted }: Session,
  { error, lacking }: { error: unknown; lacking: readonly Content[] },
): Promise<AppError> {
  const version = trusted.release?.manifest.version ?? 0
  const full = ['ENOSPC', 'EDQUOT'].includes(systemCode(error) ?? '')
  if (!full) return diskError(phrase(DISK_ACTS.fetch, { version }), error)
  const needed = lacking.reduce((sum, { size }) => sum + size, 0)
  const free = await disk.space()
  const message = phrase(FETCH_FAILURES.diskFull, {
    version,
    needed: megabytes(needed),
    free: free === undefined ? '' : phrase(FETCH_PARTS.free, { free: megabytes(free) }),
  })
  return phraseError('device_write', message, {
    hint: phrase(FETCH_HINTS.freeSpace, { dir: disk.dir }),
    cause: error,
  })
}

function megabytes(bytes: number): string {
  return `${(Math.ceil(bytes / 10_000) / 100).toFixed(2)} MB`
}

function notHandedOut({ fetcher }: Session, [first]: readonly Content[]): AppError {
  const message = phrase(FETCH_FAILURES.notHandedOut, { path: first?.path ?? '', host: fetcher.host })
  return phraseError('content_mismatch', message, { hint: phrase(FETCH_HINTS.publishAgain) })
}
