/**
 * The device client. Parties: this device, which trusts the publisher's root and nobody else; the host, which hands
 * out and is checked in everything; the operator, who gave the credentials.
 *
 *   lock -> finish what was cut off -> count the disk -> ask -> verify -> stage -> journal -> install -> index
 *        -> count the disk again -> state -> drop the journal -> replace the program -> report
 *
 * What always holds: before the journal is written no file of a release is touched; after it, either the new release
 * is put in place or the one before is put back. What is returned was counted from the disk. Nothing of a person's
 * is lost. The credentials stand in no result and no error.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { AppError, type ErrorCode } from '../errors.ts'
import { noProgress, type ReportProgress } from '../progress.ts'
import { newNonce, signRequest } from '../signatures/sign.ts'
import { countRelease } from './count.ts'
import { realDirectory } from './disk/directory.ts'
import { type Disk, type DiskChanges, openDisk } from './disk/disk.ts'
import { withLock } from './disk/exclusive.ts'
import { CREDENTIALS, STAGING, STATE, UNDO } from './disk/layout.ts'
import { createFetcher, type FetcherDeps } from './fetch/fetcher.ts'
import { agree } from './fetch/update.ts'
import { type Applied, apply, nothingApplied } from './install/apply.ts'
import { clear, recover } from './install/installer.ts'
import { report } from './report.ts'
import { problemsOf, resultOf, type SyncResult, warningsOf } from './result.ts'
import {
  type ProveProgram,
  proveProgram,
  type RunningProgram,
  refuseBrokenProgram,
  updateProgram,
} from './self-update.ts'
import type { Session } from './session.ts'
import { readCredentials } from './trust/credentials.ts'
import { readState } from './trust/state-file.ts'
import { openTrust, readUnchecked, type SignedRelease } from './trust/trusted-state.ts'

/** The surroundings of a run; each has a default, so that `sync(dir)` is the real thing. */
export interface SyncDeps extends Partial<FetcherDeps> {
  readonly progress?: ReportProgress | undefined
  /** A sync that reports nothing to the host: for the probe, whose directory is thrown away. */
  readonly silent?: boolean
  /** The one-file program that runs, where it is one: it may be replaced by the release's. */
  readonly program?: RunningProgram | undefined
  readonly prove?: ProveProgram
  /** Stands between kura and every change of the disk. */
  readonly intercept?: (changes: DiskChanges) => DiskChanges
}

/**
 * Brings the device directory `dir` to the host's current release.
 * @throws AppError with what to do about it; the files of the release before are whole then
 */
export async function sync(dir: string, parts: SyncDeps = {}): Promise<SyncResult> {
  const disk = openDisk(await realDirectory(dir), { intercept: parts.intercept })
  const credentials = await readCredentials(disk)
  return withLock(disk, held => run(held, credentials, parts))
}

async function run(
  disk: Disk,
  { credentials, exposed }: Awaited<ReturnType<typeof readCredentials>>,
  parts: SyncDeps,
): Promise<SyncResult> {
  const warnings = exposed ? [`${CREDENTIALS} can be read by other users: chmod 600 it`] : []
  const recovering = recover(disk)
  await recovering.catch(() => undefined)
  const state = await readState(disk)
  if (!state && (await disk.look(STATE)).kind === 'file')
    warnings.push(`${STATE} could not be read: everything is taken up anew from the credentials`)
  const session: Session = {
    disk,
    credentials,
    fetcher: createFetcher(credentials, fetcherDeps(parts)),
    progress: parts.progress ?? noProgress,
    silent: parts.silent ?? false,
    now: parts.now ?? Date.now,
    signal: parts.signal,
    own: { running: parts.program, prove: parts.prove ?? proveProgram },
    state,
    trusted: openTrust(credentials.root, state),
    warnings,
  }
  const { recovery, applied, release } = await reportingFailure(session, async () => ({
    recovery: await recovering,
    ...(await update(session)),
  }))
  const program = await updateProgram(disk, { manifest: release.manifest, ...session.own })
  const outcome = { applied, release, program, recovery, clockOffset: session.fetcher.clockOffset() }
  warnings.push(...warningsOf(outcome, session))
  const problems = problemsOf(outcome, warnings)
  if (applied.changed || problems.length > 0)
    await report(session, { release, counts: applied.counts, problems })
  return resultOf(outcome, { traffic: session.fetcher.traffic, warnings })
}

async function update(session: Session): Promise<{ applied: Applied; release: SignedRelease }> {
  const { disk, progress } = session
  const { counts, seen } = await countRelease(disk, session.trusted.release?.manifest, progress)
  const news = await agree(session, { counts, seen })
  const { release } = session.trusted
  if (!release) throw new AppError('internal', 'Cannot sync: no release was agreed on')
  if (news) await refuseBrokenProgram(disk, { manifest: release.manifest, ...session.own })
  const applied = news ? await apply(session, { release, seen }) : nothingApplied(counts)
  await clear(disk, [UNDO, STAGING])
  return { applied, release }
}

/** A run that fails although the host answers is told to it; the failure itself goes on to the caller. */
async function reportingFailure<T>(session: Session, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError && !UNTOLD.includes(error.code))
      await reportFailure(session, error).catch(() => undefined)
    throw error
  }
}

async function reportFailure(session: Session, { message }: AppError): Promise<void> {
  const release = readUnchecked((await readState(session.disk))?.release)
  const { counts } = await countRelease(session.disk, release?.manifest)
  await report(session, { release, counts, problems: [message, ...session.warnings] })
}

/** Failures after which the host cannot be told, will not listen, or hears of another run. */
const UNTOLD: readonly ErrorCode[] = [
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

function fetcherDeps(parts: SyncDeps): FetcherDeps {
  const { signal } = parts
  return {
    fetch: parts.fetch ?? fetch,
    sign: parts.sign ?? signRequest,
    newNonce: parts.newNonce ?? newNonce,
    now: parts.now ?? Date.now,
    random: parts.random ?? Math.random,
    // a wait that is aborted ends at once; the request after it tells why
    sleep: parts.sleep ?? (milliseconds => delay(milliseconds, undefined, { signal }).catch(() => undefined)),
    signal,
    patience: parts.patience,
  }
}
