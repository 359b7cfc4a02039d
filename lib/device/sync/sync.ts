/**
 * The device client. Parties: this device, which trusts the publisher's root and nothing else; the host, whose answers
 * are all verified; the operator, who issued the credentials.
 *
 * lock -> finish an interrupted installation -> count the disk -> ask -> verify -> stage -> journal -> install -> index
 * -> state -> count the disk again -> remove the journal -> replace the program -> ask for a newer Node -> report
 *
 * Invariants: no file of a release is changed before the journal is written; after that, either the new release is
 * installed, except at held paths (`waiting.ts`), or the previous one is restored. The counts that are returned come
 * from the disk. No file of a person is lost. No result and no error contains the credentials.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { AppError, type ErrorCode } from '../../core/errors.ts'
import { phrase } from '../../core/language/catalogue.ts'
import { english } from '../../core/language/text.ts'
import { DEVICE_PROBLEMS } from '../../core/release/problems.ts'
import type { Credentials } from '../../core/release/schema.ts'
import { newNonce, signRequest } from '../../core/signatures/sign.ts'
import { together } from '../../core/work/concurrency.ts'
import { noProgress, type ReportProgress } from '../../core/work/progress.ts'
import { realDirectory } from '../disk/directory.ts'
import { type Disk, type DiskChanges, openDisk } from '../disk/disk.ts'
import { withLock } from '../disk/exclusive.ts'
import { CREDENTIALS, ENROLMENT, STAGING, STATE, UNDO } from '../disk/layout.ts'
import { createFetcher, type Fetcher, type FetcherDeps } from '../fetch/fetcher.ts'
import { seenHeadOf } from '../fetch/seen-head.ts'
import { fetchUpdate } from '../fetch/update.ts'
import { recordMachine, refuseOtherMachine } from '../folder/machine-id.ts'
import { type Applied, apply, nothingApplied } from '../install/apply.ts'
import { clear, recover } from '../install/installer.ts'
import {
  type ProveProgram,
  proveProgram,
  type RunningProgram,
  reasonForPrevious,
  refuseBrokenProgram,
  updateProgram,
} from '../install/self-update.ts'
import { keptNames, waitingPaths } from '../install/waiting.ts'
import { createTransport, type NetworkDeps } from '../network/transport.ts'
import { keepNodeCurrent } from '../program/own-node.ts'
import type { Session } from '../session.ts'
import { countRelease } from '../status.ts'
import { type RunProgram, runHere } from '../system-program.ts'
import { type ReadCredentials, readCredentials } from '../trust/credentials.ts'
import { readKeptRoot } from '../trust/root-file.ts'
import { readState } from '../trust/state-file.ts'
import { openTrust, readUnchecked, type SignedRelease } from '../trust/trusted-state.ts'
import { completeEnrolment, hasEnrolment } from './enrolment.ts'
import { report } from './report.ts'
import { findInPlace, problemsOf, resultOf, type SyncResult, warningsOf } from './result.ts'

/** The dependencies all have defaults, so that `sync(dir)` is enough. */
export interface SyncDeps extends Partial<FetcherDeps> {
  /** The network settings; by default an empty environment and, on Windows, the user's settings. */
  readonly network?: NetworkDeps | undefined
  readonly progress?: ReportProgress | undefined
  /** Set by the probe, whose directory is temporary: nothing is reported to the host. */
  readonly silent?: boolean
  /** The running one-file program, which the program of the release may replace. */
  readonly program?: RunningProgram | undefined
  readonly prove?: ProveProgram
  readonly node?: string
  readonly platform?: NodeJS.Platform
  readonly run?: RunProgram
  /** The file with this machine's id. A folder with another id is refused, unless this is undefined. */
  readonly machineFile?: string | undefined
  readonly intercept?: (changes: DiskChanges) => DiskChanges
}

/**
 * Brings the device directory `dir` to the host's current release.
 * @throws AppError with a hint what to do. The files of the previous release are then unchanged, or the next sync
 * completes the installation.
 */
export async function sync(dir: string, deps: SyncDeps = {}): Promise<SyncResult> {
  const { intercept, platform, machineFile } = deps
  const disk = openDisk(await realDirectory(dir), { intercept, platform, sleep: sleepOf(deps) })
  if (machineFile !== undefined) await refuseOtherMachine(disk, machineFile)
  const present = (await hasEnrolment(disk)) ? undefined : await readCredentials(disk)
  return withLock(disk, async held => {
    if (machineFile !== undefined) await recordMachine(held, machineFile)
    const fetcher = (enrolment: Credentials) =>
      fetcherOf(enrolment, held, { ...deps, seen: seenHeadOf(held) })
    const enrolment = { run: deps.run ?? runHere, fetcherOf: fetcher }
    return run(held, present ?? (await completeEnrolment(held, enrolment)), deps)
  })
}

async function run(
  disk: Disk,
  { credentials, exposed, refused }: ReadCredentials,
  deps: SyncDeps,
): Promise<SyncResult> {
  const warnings = [
    ...(exposed ? [english(phrase(DEVICE_PROBLEMS.exposed, { file: CREDENTIALS }))] : []),
    ...(refused === undefined
      ? []
      : [english(phrase(DEVICE_PROBLEMS.enrolmentRefused, { file: ENROLMENT, reason: refused }))]),
  ]
  const recovering = recover(disk)
  await recovering.catch(() => undefined)
  const state = await readState(disk)
  if (!state && (await disk.look(STATE)).kind === 'file')
    warnings.push(english(phrase(DEVICE_PROBLEMS.stateUnreadable, { file: STATE })))
  const own = { running: deps.program, prove: deps.prove ?? proveProgram }
  const broken = await reasonForPrevious(own)
  if (broken) warnings.push(english(phrase(DEVICE_PROBLEMS.previousRan, broken)))
  const kept = await readKeptRoot(disk, credentials.root)
  const session: Session = {
    disk,
    credentials,
    fetcher: fetcherOf(credentials, disk, deps.silent ? deps : { ...deps, seen: seenHeadOf(disk) }),
    progress: deps.progress ?? noProgress,
    silent: deps.silent ?? false,
    now: deps.now ?? Date.now,
    signal: deps.signal,
    own,
    node: deps.node ?? process.versions.node,
    state,
    trusted: openTrust(credentials.root, { state, kept }),
    stamps: new Map(),
    warnings,
  }
  const { recovery, applied, release } = await reportingFailure(session, async () => ({
    recovery: await recovering,
    ...(await update(session)),
  }))
  const program = await updateProgram(disk, {
    manifest: release.manifest,
    ...session.own,
    waiting: applied.waiting,
  })
  await keepNodeCurrent(disk)
  const waiting = waitingPaths(applied.waiting)
  const inPlace = await findInPlace(waiting, disk)
  const clockOffset = session.fetcher.clockOffset()
  const outcome = { applied, release, program, recovery, inPlace, clockOffset }
  warnings.push(...warningsOf(outcome, session))
  const problems = problemsOf(outcome, warnings)
  const { counts, sequence, settled } = applied
  const isNews = applied.changed || problems.length + waiting.length > 0 || state?.node !== session.node
  await together([
    async () => settled,
    async () => isNews && report(session, { release, counts, problems, waiting, sequence }),
  ])
  return resultOf(outcome, { traffic: session.fetcher.traffic, warnings })
}

async function update(session: Session): Promise<{ applied: Applied; release: SignedRelease }> {
  const { disk, progress, stamps } = session
  const manifest = session.trusted.release?.manifest
  const { counts, scanned } = await countRelease(disk, manifest, { progress, stamps })
  const hasNews = await fetchUpdate(session, { counts, scanned })
  const { release } = session.trusted
  if (!release) throw new AppError('internal', 'Cannot sync: no release was accepted')
  if (hasNews) await refuseBrokenProgram(disk, { manifest: release.manifest, ...session.own })
  const applied = hasNews ? await apply(session, { release, scanned }) : nothingApplied(counts)
  await clear(disk, [UNDO, STAGING], keptNames(applied.waiting))
  return { applied, release }
}

async function reportingFailure<T>(session: Session, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError && !UNREPORTED.includes(error.code))
      await reportFailure(session, error).catch(() => undefined)
    throw error
  }
}

async function reportFailure(session: Session, { message }: AppError): Promise<void> {
  const release = readUnchecked((await readState(session.disk))?.release)
  const { counts } = await countRelease(session.disk, release?.manifest, session)
  await report(session, { release, counts, problems: [message, ...session.warnings] })
}

/** The errors that are not reported: no host, a refused key, another active run, or a stopped run. */
const UNREPORTED: readonly ErrorCode[] = [
  'device_busy',
  'remote_unreachable',
  'remote_silent',
  'remote_refused',
  'signature_missing',
  'signature_malformed',
  'signature_invalid',
  'authority_unknown',
  'clock_skew',
  'key_revoked',
  'scope_missing',
  'interrupted',
]

function fetcherOf(credentials: Credentials, disk: Disk, deps: SyncDeps): Fetcher {
  const { signal, network, now = Date.now, run: systemRun = runHere } = deps
  return createFetcher(credentials, {
    fetch:
      deps.fetch ?? createTransport({ ...network, disk, enrolled: credentials.proxy, now, run: systemRun }),
    sign: deps.sign ?? signRequest,
    newNonce: deps.newNonce ?? newNonce,
    now,
    random: deps.random ?? Math.random,
    sleep: sleepOf(deps),
    signal,
    idleTimeout: deps.idleTimeout,
    protection: deps.protection,
    seen: deps.seen,
  })
}

/** The sleep ends at once if the run is aborted, and the next request throws the reason. */
function sleepOf({ sleep, signal }: SyncDeps): FetcherDeps['sleep'] {
  return sleep ?? (milliseconds => delay(milliseconds, undefined, { signal }).catch(() => undefined))
}
