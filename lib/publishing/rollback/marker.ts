/**
 * The marker of a rollback: the file `rollback.json` is in the release folder while a rollback changes the payload. If
 * the rollback is killed, the marker stays. Then nothing can be published, and the next rollback first restores the
 * payload from git.
 */
import { rm } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import * as z from 'zod'
import { writeFileAtomic } from '../../core/disk/atomic-file.ts'
import { readRegular } from '../../core/disk/regular-file.ts'
import { AppError } from '../../core/errors.ts'
import { parseJson } from '../../core/json/json.ts'
import { sha256 } from '../../core/release/envelope.ts'
import { settingsFileOf } from '../payload/settings.ts'
import { openGitFolder } from './git.ts'
import { changePayload, type FileVersion, removeLeftovers } from './payload-change.ts'

const MARKER = 'rollback.json'

interface Folders {
  readonly payloadDir: string
  readonly releaseDir: string
  readonly settingsFile?: string | undefined
}

const markerSchema = z.strictObject({
  v: z.literal(1),
  /** The release whose files the payload gets. */
  version: z.int(),
  /** The commit that has the payload as it was before the rollback. */
  commit: z.string().regex(/^[0-9a-f]{40,64}$/),
  /** The SHA-256 of each changed file of the payload after the rollback; null if the file is removed. */
  files: z.record(z.string(), z.string().nullable()),
  /** The SHA-256 of the settings of the payload after the rollback; absent if they stay the same. */
  settings: z.string().optional(),
})
export type Marker = z.infer<typeof markerSchema>

/**
 * Reads the marker of an unfinished rollback; undefined if there is none. @throws AppError `conflict` if it is damaged
 */
async function readMarker(releaseDir: string): Promise<Marker | undefined> {
  const file = join(releaseDir, MARKER)
  const bytes = await readRegular(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (bytes === undefined) return undefined
  const parsed = markerSchema.safeParse(parseJson(bytes.toString()))
  if (parsed.success) return parsed.data
  throw new AppError('conflict', `Cannot read "${file}", which an unfinished rollback left`, {
    hint: 'restore the payload and its settings with git restore, then remove that file',
  })
}

export async function writeMarker(releaseDir: string, marker: Marker): Promise<void> {
  await writeFileAtomic(join(releaseDir, MARKER), `${JSON.stringify(marker, null, 2)}\n`)
}

export async function removeMarker(releaseDir: string): Promise<void> {
  await rm(join(releaseDir, MARKER), { force: true })
}

/**
 * Refuses to act while a rollback is unfinished.
 * @throws AppError `conflict` if a rollback was interrupted: the payload may be half of one release and half of another
 */
export async function refuseUnfinished(releaseDir: string, act: 'publish' | 'deploy'): Promise<void> {
  const marker = await readMarker(releaseDir)
  if (!marker) return
  throw new AppError('conflict', `Cannot ${act}: a rollback to release ${marker.version} was interrupted`, {
    hint: `kura rollback ${marker.version} --write finishes it, kura rollback --undo restores the payload`,
  })
}

/**
 * If a rollback was interrupted, restores the payload from git, file by file. Returns the release to which that
 * rollback was going.
 * @throws AppError `conflict` if a person has changed one of the files since, `usage` without git
 */
export async function undoUnfinished(folders: Folders): Promise<number | undefined> {
  const { releaseDir, payloadDir } = folders
  const marker = await readMarker(releaseDir)
  if (!marker) return undefined
  await restoreFiles(payloadDir, marker.commit, marker.files)
  if (marker.settings !== undefined) {
    const file = settingsFileOf(payloadDir, folders.settingsFile)
    await restoreFiles(dirname(file), marker.commit, { [basename(file)]: marker.settings })
  }
  await removeMarker(releaseDir)
  return marker.version
}

async function restoreFiles(dir: string, commit: string, targets: Marker['files']): Promise<void> {
  const git = await openGitFolder(dir)
  const former = await git.files(commit)
  const write = new Map<string, FileVersion>()
  const remove: string[] = []
  for (const [path, target] of Object.entries(targets)) {
    const file = former.get(path)
    const content = file && (await git.blob(file.blob))
    await refuseEdited(dir, path, [target, content && sha256(content)])
    if (file && content) write.set(path, { content, executable: file.executable })
    else remove.push(path)
  }
  await removeLeftovers(dir, Object.keys(targets))
  await changePayload(dir, { write, remove })
}

/** Refuses a file that has neither the content before the rollback nor the content after it. */
async function refuseEdited(
  dir: string,
  path: string,
  known: readonly (string | null | undefined)[],
): Promise<void> {
  const bytes = await readRegular(join(dir, path.replaceAll('/', sep))).catch(() => undefined)
  if (bytes === undefined || known.includes(sha256(bytes))) return
  throw new AppError(
    'conflict',
    `Cannot restore "${path}" in "${dir}": it was changed after the rollback was interrupted`,
    {
      hint: 'keep your change elsewhere, restore the file with git restore, then try again',
    },
  )
}
