/**
 * The device program and the start files, which the build has written into one file (`scripts/build-device.ts`). On a
 * person's own machine they are built each time, so that they match the source.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompressSync } from 'node:zlib'
import type { Config } from '../../../core/config/config.ts'
import { AppError } from '../../../core/errors.ts'
import type { Language } from '../../../core/language/language.ts'
import { DEFAULT_RELEASE_DIR } from '../../../core/release/default-folder.ts'
import { DEVICE_PROGRAM_NAME } from '../../../device/program/start-file.ts'
import type { FolderFile } from '../../../device/program/start-files/folder.ts'

const PROJECT = resolve(DEFAULT_RELEASE_DIR, '../../../..')

interface BuiltFolder {
  readonly program: string
  /** The contents are base64. */
  readonly startFiles: Readonly<Record<Language, readonly (FolderFile & { readonly content: string })[]>>
}

/** The files of a new device's folder that are the same for every device. @throws AppError `internal` */
export async function readDeviceFolder(config: Pick<Config, 'deployment' | 'locale'>): Promise<FolderFile[]> {
  const built =
    config.deployment === 'local' ? buildNow() : readFile(join(PROJECT, 'dist', 'device-folder.json.br'))
  const bytes = await built.catch((cause: unknown) => {
    throw new AppError('internal', 'Cannot read the device program: the build has not written it', { cause })
  })
  const { program, startFiles } = JSON.parse(brotliDecompressSync(bytes).toString()) as BuiltFolder
  return [
    { path: DEVICE_PROGRAM_NAME, content: program },
    ...startFiles[config.locale().language].map(file => ({
      ...file,
      content: Buffer.from(file.content, 'base64'),
    })),
  ]
}

async function buildNow(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'kura-device-'))
  try {
    const file = join(folder, 'folder.json.br')
    await promisify(execFile)(process.execPath, [
      join(PROJECT, 'scripts', 'build-device.ts'),
      '--folder',
      file,
    ])
    return await readFile(file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
