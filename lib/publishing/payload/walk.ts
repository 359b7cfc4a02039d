import type { Dirent } from 'node:fs'
import { existsSync, lstatSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { AppError } from '../../core/errors.ts'
import { findCollision, pathProblem } from '../../core/release/path.ts'
import { longWork, noProgress, type ReportProgress } from '../../core/work/progress.ts'
import { isKeyFileName } from '../keys/folder.ts'
import { invalid, type PayloadFile, readPayloadFile } from './file.ts'
import { DEFAULT_PAYLOAD_DIR, type PayloadSettings } from './settings.ts'

export interface WalkOptions {
  readonly progress?: ReportProgress | undefined
  readonly signal?: AbortSignal | undefined
}

/**
 * Lists the files by path.
 * @throws AppError `payload_invalid` for a payload that is too large or lacks the program, and for a path that may not
 * be published; the reason of the signal
 */
export async function walkPayload(
  payloadDir: string,
  settings: PayloadSettings,
  { progress = noProgress, signal }: WalkOptions = {},
): Promise<PayloadFile[]> {
  const paths = await listFiles(payloadDir)
  checkPaths(paths, settings)
  refuseTooLarge(payloadDir, paths)
  const report = longWork(progress, { total: paths.length, from: 100 })
  const files: PayloadFile[] = []
  for (const path of paths) {
    signal?.throwIfAborted()
    files.push(await readPayloadFile(payloadDir, path, settings))
    report({ what: 'reading', done: files.length, total: paths.length, unit: 'files' })
  }
  return files
}

/** @throws AppError `payload_invalid` with the path and the reason */
export function checkPaths(paths: readonly string[], settings: PayloadSettings): void {
  for (const path of paths) {
    const problem = pathProblem(path)
    if (problem) throw invalid(path, `it ${problem}`)
    if (path.includes('\ufffd')) throw invalid(path, 'its name is not UTF-8')
    if (isKeyFileName(basename(path)))
      throw invalid(path, "it is a release key, which never leaves the publisher's machine")
    if (isLeftover(path) && !isAllowed(path, settings)) throw unwanted(path)
  }
  const collision = findCollision([settings.index.path, ...paths])
  if (collision) throw invalid(collision.path, collisionReason(collision, settings.index.path))
  if (settings.program !== undefined && !paths.includes(settings.program)) {
    throw invalid(settings.program, 'the settings name it as the device program, but it does not exist')
  }
}

/** The maximum size of a payload in bytes before compression. Every device keeps the whole payload. */
const LARGEST_PAYLOAD = 4_000_000_000

/**
 * Checks the sizes before any file is read, because a sparse file can be larger than the disk.
 * @throws AppError `payload_invalid`
 */
function refuseTooLarge(payloadDir: string, paths: readonly string[]): void {
  let bytes = 0
  for (const path of paths) {
    const size = lstatSync(join(payloadDir, path), { throwIfNoEntry: false })?.size ?? 0
    bytes += size
    if (bytes <= LARGEST_PAYLOAD) continue
    const [mb, most] = [bytes, LARGEST_PAYLOAD].map(number => Math.ceil(number / 1_000_000))
    throw invalid(path, `with it the payload has ${mb} MB, expected at most ${most} MB`, {
      hint: 'keep large files elsewhere',
    })
  }
}

/** The names of files that systems and editors leave behind, and all dot files, which may be settings or secrets. */
const LEFTOVER = /^(?:\..*|~\$.*|.*~|#.*#|.*\.sw[a-p]|thumbs\.db|ehthumbs\.db|desktop\.ini|__macosx)$/i

function isLeftover(path: string): boolean {
  return path.split('/').some(segment => LEFTOVER.test(segment))
}

function isAllowed(path: string, { allow = [] }: PayloadSettings): boolean {
  return allow.some(allowed => path === allowed || path.startsWith(`${allowed}/`))
}

function collisionReason(
  { other, reason }: NonNullable<ReturnType<typeof findCollision>>,
  indexPath: string,
): string {
  const name = other === indexPath ? `the index file "${other}"` : `"${other}"`
  return reason === 'same name'
    ? `it is the same file or folder as ${name} on some system`
    : `${name} is a file and would have to be a folder`
}

/** Sorts by UTF-16 code units. The project's payload folder may be missing, because git keeps no empty folder. */
async function listFiles(root: string): Promise<string[]> {
  if (root === DEFAULT_PAYLOAD_DIR && !existsSync(root)) return []
  const found: string[] = []
  const folders = ['']
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of await readFolder(root, folder)) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) folders.push(path)
      else found.push(plainFile(entry, path))
    }
  }
  return found.sort()
}

async function readFolder(root: string, folder: string): Promise<Dirent[]> {
  try {
    return await readdir(join(root, folder), { withFileTypes: true })
  } catch (cause) {
    throw invalid(folder, `the folder "${join(root, folder)}" cannot be read`, {
      ...(folder === '' && { hint: 'name a folder that exists, or none for the payload of this project' }),
      cause,
    })
  }
}

function plainFile(entry: Dirent, path: string): string {
  if (entry.isSymbolicLink()) throw invalid(path, 'it is a symbolic link')
  if (!entry.isFile()) throw invalid(path, 'it is neither a file nor a folder')
  return path
}

function unwanted(path: string): AppError {
  return invalid(path, 'it is a hidden file, or one that a system or an editor left behind', {
    hint: `delete it, or allow it in the payload's settings: {"allow": ["${path}"]}`,
  })
}
