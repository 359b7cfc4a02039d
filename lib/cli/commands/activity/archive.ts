import { readdir, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { fileFault } from '../../../core/disk/file-fault.ts'
import { readRegular } from '../../../core/disk/regular-file.ts'
import { AppError } from '../../../core/errors.ts'
import { mapConcurrently } from '../../../core/work/concurrency.ts'
import {
  type Contents,
  type ExportFile,
  readContents,
  readExport,
} from '../../../services/activity/export.ts'

/** Matches the default name of an export. Such a file counts as an export, even if it cannot be read as one. */
const USUAL = /^kura-log-.+\.jsonl$/

export function fileNameOf(month: string): string {
  return `kura-log-${month}.jsonl`
}

export interface ArchiveFile {
  readonly path: string
  readonly file: ExportFile | undefined
  /** The entries and approvals of a file without a signed statement, such as a file from the console. */
  readonly contents?: Contents | undefined
}

/** @throws AppError `usage` if a file cannot be read, or a folder has no export */
export async function readArchive(paths: readonly string[], cwd: string): Promise<ArchiveFile[]> {
  const files: ArchiveFile[] = []
  for (const path of paths) {
    const place = resolve(cwd, path)
    const found = (await isFolder(place)) ? await readFolder(place) : [await readOne(place)]
    if (found.length === 0) throw withoutExports(path)
    files.push(...found)
  }
  return files
}

/** Returns the exports in the folder; none if the folder does not exist. */
export async function exportsIn(folder: string): Promise<ExportFile[]> {
  const files = (await isFolder(folder)) ? await readFolder(folder) : []
  return files.flatMap(({ file }) => (file ? [file] : []))
}

export async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    found => found.isDirectory(),
    () => false,
  )
}

async function readFolder(folder: string): Promise<ArchiveFile[]> {
  const names = (await readdir(folder)).filter(name => name.endsWith('.jsonl')).sort()
  const files = await mapConcurrently(names, name => readOne(join(folder, name)), { width: 2 })
  return files.filter(({ path, file, contents }) => file ?? contents ?? USUAL.test(basename(path)))
}

function withoutExports(folder: string): AppError {
  return new AppError('usage', `Cannot find an export in "${folder}": it has no file kura-log-….jsonl`, {
    hint: 'kura log export --out FOLDER writes them',
  })
}

async function readOne(path: string): Promise<ArchiveFile> {
  const bytes = await readRegular(path).catch((cause: unknown) => {
    throw new AppError('usage', `Cannot read the export "${path}": ${fileFault(cause)}`, { cause })
  })
  const [name, text] = [basename(path), bytes.toString()]
  const file = readExport(name, text)
  return { path, file, ...(!file && !USUAL.test(name) && { contents: readContents(text) }) }
}
