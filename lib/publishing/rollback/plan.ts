/**
 * Plans a rollback: finds the payload of an earlier release in git. The payload may be changed only if git has all of
 * its current files.
 */
import { lstatSync } from 'node:fs'
import { join, sep } from 'node:path'
import { AppError } from '../../core/errors.ts'
import { sha256 } from '../../core/release/envelope.ts'
import type { Manifest } from '../../core/release/schema.ts'
import { readChain } from '../keys/roots.ts'
import type { PayloadFile } from '../payload/file.ts'
import type { PayloadSettings } from '../payload/settings.ts'
import { readPayloadSettings, settingsFileOf } from '../payload/settings.ts'
import { isLeftover, walkPayload } from '../payload/walk.ts'
import { type Changes, compareRelease } from '../plan.ts'
import type { PublishOptions } from '../publish.ts'
import { type GitFile, type GitFolder, openGitFolder } from './git.ts'
import { findPayload, listReleases, type PastRelease, readPastManifest } from './history.ts'
import type { FileVersion, PayloadChange } from './payload-change.ts'

export type RollbackFolders = Pick<PublishOptions, 'payloadDir' | 'releaseDir' | 'settingsFile'>

/** A past release; `problem` says why kura cannot roll back to it. */
export interface RollbackChoice {
  readonly version: number
  readonly created: string
  readonly files: number | undefined
  readonly problem: string | undefined
}

/** The changes of a rollback. */
export interface RollbackPlan {
  readonly version: number
  readonly manifest: Manifest
  /** The changes that turn the current payload into the payload of the release. */
  readonly changes: Changes
  /** The settings that the release needs; undefined if the current settings fit. */
  readonly settings: PayloadSettings | undefined
  /** The commit that has the current payload. */
  readonly commit: string
  readonly forward: PayloadChange
  readonly backward: PayloadChange
}

/**
 * Lists the newest `most` releases in git, the newest first.
 * @throws AppError `usage` without git, outside of a checkout, and in a shallow clone
 */
export async function listChoices(folders: RollbackFolders, most: number): Promise<RollbackChoice[]> {
  const history = await openHistory(folders)
  const choices: RollbackChoice[] = []
  for (const release of history.releases.slice(0, most)) {
    const { version, created } = release
    const found = await readPast(release, history).catch((error: unknown) => error)
    if (found instanceof AppError)
      choices.push({ version, created, files: undefined, problem: found.message })
    else if (found instanceof Error) throw found
    else choices.push({ version, created, files: (found as Past).manifest.files.length, problem: undefined })
  }
  return choices
}

/**
 * Plans to roll back to release `version`; changes nothing.
 * @throws AppError `usage` (no git, no checkout, a shallow clone), `not_found` (no such release in git),
 * `release_missing` (git does not have its files), `release_invalid` (the release is not signed), `conflict` (the
 * payload has uncommitted changes)
 */
export async function planRollback(folders: RollbackFolders, version: number): Promise<RollbackPlan> {
  const history = await openHistory(folders)
  const release = history.releases.find(one => one.version === version)
  if (!release) throw unknownRelease(version, history.releases)
  await refuseUncommitted(folders, history)
  const { manifest, stored } = await readPast(release, history)
  const settings = await readPayloadSettings(folders.payloadDir, folders.settingsFile)
  const now = await walkPayload(folders.payloadDir, settings)
  const changes = compareRelease({ files: now, index: settings.index }, manifest)
  const needed = neededSettings(settings, manifest)
  const write = await readContents({ changes, stored, version }, history)
  return {
    version,
    manifest,
    changes,
    settings: JSON.stringify(needed) === JSON.stringify(settings) ? undefined : needed,
    commit: await history.payload.head(),
    forward: { write, remove: changes.removed.map(({ path }) => path) },
    backward: await backward(changes, { now, payloadDir: folders.payloadDir }),
  }
}

interface History {
  readonly releases: readonly PastRelease[]
  readonly folder: GitFolder
  readonly payload: GitFolder
  readonly chain: Awaited<ReturnType<typeof readChain>>
}

interface Past {
  readonly manifest: Manifest
  readonly stored: ReadonlyMap<string, GitFile>
}

async function openHistory({ releaseDir, payloadDir }: RollbackFolders): Promise<History> {
  const folder = await openGitFolder(releaseDir)
  const payload = await openGitFolder(payloadDir)
  return { folder, payload, chain: await readChain(releaseDir), releases: await listReleases(folder) }
}

async function readPast(release: PastRelease, { folder, payload, chain }: History): Promise<Past> {
  const manifest = await readPastManifest(release, { folder, chain })
  const stored = await findPayload(payload, { commits: release.commits, manifest })
  if (stored) return { manifest, stored }
  throw notInGit(release.version, `git does not have all files that it had in "${payload.dir}"`)
}

function unknownRelease(version: number, releases: readonly PastRelease[]): AppError {
  const known = releases.map(release => release.version)
  const state = known.length === 0 ? 'git has no release' : `git has ${known.at(-1)} to ${known[0]}`
  return new AppError('not_found', `Cannot roll back to release ${version}: ${state}`, {
    hint: 'run kura rollback to list the releases; a release is in git once its folder is committed',
  })
}

function notInGit(version: number, reason: string): AppError {
  return new AppError('release_missing', `Cannot roll back to release ${version}: ${reason}`, {
    hint: 'put the old files into the payload yourself, then run kura publish',
  })
}

async function refuseUncommitted(
  { payloadDir, settingsFile }: RollbackFolders,
  { payload }: History,
): Promise<void> {
  const changed = await payload.changes([payloadDir, settingsFileOf(payloadDir, settingsFile)])
  if (changed.length === 0) return
  const more = changed.length > 1 ? ` and ${changed.length - 1} more` : ''
  throw new AppError(
    'conflict',
    `Cannot change the payload: "${changed[0]}"${more} is not committed as it is`,
    {
      hint: 'commit the payload and its settings, or undo the changes with git restore, then try again',
    },
  )
}

/** Reads the contents to write, and checks each against the manifest of the release. */
async function readContents(
  { changes, stored, version }: { changes: Changes; stored: Past['stored']; version: number },
  { payload }: History,
): Promise<Map<string, FileVersion>> {
  const contents = new Map<string, FileVersion>()
  for (const file of [...changes.added, ...changes.changed.map(({ after }) => after)]) {
    const { blob = '', executable = false } = stored.get(file.path) ?? {}
    const content = await payload.blob(blob)
    if (sha256(content) !== file.sha256)
      throw notInGit(version, `"${file.path}" in git is not what was signed`)
    contents.set(file.path, { content, executable })
  }
  return contents
}

/** Returns the change that restores the current files of the payload (`now`). */
async function backward(
  { added, changed, removed }: Changes,
  { now, payloadDir }: { now: readonly PayloadFile[]; payloadDir: string },
): Promise<PayloadChange> {
  const former = new Set([...removed, ...changed.map(({ before }) => before)].map(({ path }) => path))
  const write = new Map<string, FileVersion>()
  for (const { path, size, read } of now) {
    if (!former.has(path)) continue
    const { mode } = lstatSync(join(payloadDir, path.replaceAll('/', sep)))
    write.set(path, { content: await read(0, size), executable: (mode & 0o100) !== 0 })
  }
  return { write, remove: added.map(({ path }) => path) }
}

/**
 * Returns the settings for the restored payload: `index` and `program` are those of the release, and `allow` permits
 * all of its files.
 */
function neededSettings(settings: PayloadSettings, { index, files }: Manifest): PayloadSettings {
  const { program: _, allow = [], ...rest } = settings
  const program = files.find(file => file.program)?.path
  const allowed = files
    .map(({ path }) => path)
    .filter(path => isLeftover(path) && !allow.some(one => path === one || path.startsWith(`${one}/`)))
  return {
    ...rest,
    index: { path: index.path, heading: index.heading },
    ...(program !== undefined && { program }),
    ...(allow.length + allowed.length > 0 && { allow: [...allow, ...allowed] }),
  }
}
