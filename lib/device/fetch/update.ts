/**
 * Agrees with the host on the release to have, and brings all of its contents into the staging folder. Contents go by
 * their SHA-256, so what this device has under any path, or staged in an earlier run, is never asked for again.
 */
import { AppError } from '../../errors.ts'
import type { Answer, Manifest } from '../../release/schema.ts'
import { type Counts, isWhole } from '../count.ts'
import { diskError, systemCode } from '../disk/disk-error.ts'
import { type Seen, survey } from '../disk/scan.ts'
import { lackingFiles } from '../install/plan.ts'
import type { Session } from '../session.ts'
import { acceptOffer } from '../trust/trusted-state.ts'
import { obtain } from './download.ts'
import { type Content, openStaging, type Staging } from './staging.ts'
import { readAnswer } from './wire.ts'

/** How often the host is asked again for what it did not hand out: its release may change meanwhile. */
const ROUNDS = 5

/** The most contents that one question may ask for; the rest is asked for in the next round. */
const MOST_WANTED = 20_000

/**
 * Leaves `session.trusted` at the release to have, with everything staged that `seen` lacks of it, and adds to `seen`
 * what it looks at. False where the host has nothing new for a device that is whole.
 * @throws AppError as `acceptOffer`, `Fetcher.ask`, `content_mismatch`, `device_write`
 */
export async function agree(
  session: Session,
  { counts, seen }: { counts: Counts; seen: Map<string, Seen> },
): Promise<boolean> {
  let answer = await askFirst(session, { counts, seen })
  if (!answer) return false
  let before: string | undefined
  for (let round = 1; round <= ROUNDS; round++) {
    const manifest = take(session, answer)
    await lookAt(session, manifest, seen)
    const lacking = await stage(session, { manifest, answer, seen })
    if (lacking.length === 0) return true
    const now = lacking.map(({ sha256 }) => sha256).join()
    if (now === before) throw notHandedOut(session, lacking)
    before = now
    answer = await askFor(session, lacking)
  }
  throw new AppError(
    'remote_answer',
    `Cannot fetch from "${session.fetcher.host}": its release keeps changing`,
    {
      hint: 'sync again in a few minutes; what was fetched is kept',
    },
  )
}

/** The first question. `have` states that all of the release is on this disk, and is said only where it is. */
async function askFirst(
  session: Session,
  { counts, seen }: { counts: Counts; seen: ReadonlyMap<string, Seen> },
): Promise<Answer | undefined> {
  const { release, root } = session.trusted
  if (release && !isWhole(counts)) return askFor(session, contentsOf(lackingFiles(release.manifest, seen)))
  const query = { ...(release && { have: release.digest }), root: String(root.root.version) }
  const reply = await session.fetcher.ask({ query })
  if (reply.status === 304 && release) return undefined
  return readReply(session, reply)
}

async function askFor(session: Session, contents: readonly Content[]): Promise<Answer> {
  const want = contents.slice(0, MOST_WANTED).map(({ sha256 }) => sha256)
  return readReply(
    session,
    await session.fetcher.ask({ body: { root: session.trusted.root.root.version, want } }),
  )
}

function readReply({ fetcher }: Session, { status, body }: { status: number; body: Uint8Array }): Answer {
  if (status === 200) return readAnswer(body, fetcher.host)
  throw new AppError(
    'remote_answer',
    `Cannot sync: "${fetcher.host}" answers 304 though nothing is here yet`,
    {
      hint: 'something on the way keeps answers: ask the operator about caches and proxies',
    },
  )
}

/** Takes the offered release up, and gives the one to have. */
function take(session: Session, answer: Answer): Manifest {
  const { trusted, offer, offered } = acceptOffer(session.trusted, answer, session.now())
  if (answer.files.length !== offered.manifest.files.length) {
    const counts = `${answer.files.length} files, its release has ${offered.manifest.files.length}`
    throw new AppError('remote_answer', `Cannot sync: "${session.fetcher.host}" lists ${counts}`, {
      hint: 'sync again; if it stays, tell the operator. The files on this device are unchanged',
    })
  }
  const { release } = trusted
  if (!release) throw new AppError('internal', 'Cannot sync: an accepted release is not there')
  if (offer === 'behind') warnBehind(session, offered.manifest.version, release.manifest.version)
  session.trusted = trusted
  return release.manifest
}

function warnBehind({ warnings, fetcher }: Session, offered: number, trusted: number): void {
  const warning = `host is behind: "${fetcher.host}" hands out release ${offered}, this device has release ${trusted}; deploy the newer one`
  if (!warnings.includes(warning)) warnings.push(warning)
}

async function lookAt({ disk }: Session, { files }: Manifest, seen: Map<string, Seen>): Promise<void> {
  const unseen = files.map(({ path }) => path).filter(path => !seen.has(path))
  for (const [path, there] of await survey(disk, unseen)) seen.set(path, there)
}

/** Stages what can be had, and gives what is still lacking. */
async function stage(
  session: Session,
  { manifest, answer, seen }: { manifest: Manifest; answer: Answer; seen: ReadonlyMap<string, Seen> },
): Promise<Content[]> {
  const contents = contentsOf(lackingFiles(manifest, seen))
  const staging = await openStaging(session.disk, contents)
  try {
    await copyFromHere(contents, staging, seen)
    const byDigest = new Map(contents.map(content => [content.sha256, content]))
    await obtain(byDigest, answer, { fetcher: session.fetcher, staging, progress: session.progress })
  } catch (error) {
    throw await roomError(session, { error, lacking: contents.filter(({ sha256 }) => !staging.has(sha256)) })
  }
  return contents.filter(({ sha256 }) => !staging.has(sha256))
}

/** Takes contents from files of this device that have them under another path. */
async function copyFromHere(
  contents: readonly Content[],
  staging: Staging,
  seen: ReadonlyMap<string, Seen>,
): Promise<void> {
  const holders = new Map(
    [...seen].flatMap(([path, there]) => (there.kind === 'file' ? [[there.sha256, path]] : [])),
  )
  for (const content of contents) {
    const from = holders.get(content.sha256)
    if (from !== undefined && !staging.has(content.sha256)) await staging.copy(content, from)
  }
}

/** The distinct contents of `files`. */
function contentsOf(files: readonly Content[]): Content[] {
  return [...new Map(files.map(({ sha256, size, path }) => [sha256, { sha256, size, path }])).values()]
}

/** An error on the way; one of a full disk tells how much is needed. */
async function roomError(
  { disk, trusted }: Session,
  { error, lacking }: { error: unknown; lacking: readonly Content[] },
): Promise<AppError> {
  const what = `fetch release ${trusted.release?.manifest.version}`
  const full = ['ENOSPC', 'EDQUOT'].includes(systemCode(error) ?? '')
  if (!full) return diskError(what, error)
  const needed = lacking.reduce((sum, { size }) => sum + size, 0)
  const free = await disk.space()
  const state = free === undefined ? '' : `, ${megabytes(free)} are free`
  return new AppError(
    'device_write',
    `Cannot ${what}: the disk is full, ${megabytes(needed)} are needed${state}`,
    {
      hint: `free space on the disk of "${disk.dir}", then sync again; what was fetched is kept, the files are unchanged`,
      cause: error,
    },
  )
}

function megabytes(bytes: number): string {
  return `${(Math.ceil(bytes / 10_000) / 100).toFixed(2)} MB`
}

function notHandedOut({ fetcher }: Session, [first]: readonly Content[]): AppError {
  return new AppError(
    'content_mismatch',
    `Cannot fetch "${first?.path}": "${fetcher.host}" does not hand its content out`,
    {
      hint: 'tell the operator to publish and deploy again; the files on this device are unchanged',
    },
  )
}
