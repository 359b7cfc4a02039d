/**
 * Builds the functions as the host deploys them: from a copy of the project, with the last step of the project's build
 * and the host's own builder.
 */
import { cp, mkdir, mkdtemp, realpath, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { readProject } from '../../../lib/exposure/project.ts'
import { writeFolder } from '../../../scripts/build-device.ts'
import { bundleFunctions, exportBundles } from '../../../scripts/build-functions.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

/** The parts of the project that the build and the builder read. */
const COPIED = ['api', 'lib', 'package.json', 'tsconfig.json', 'vercel.json']

/** A file of a function: its content, or the path of the file with the content. */
export interface BuiltFile {
  readonly data?: string | Buffer
  readonly fsPath?: string
}

/** The type of a builder; the package's own types describe only handlers. */
interface Builder {
  build(options: {
    files: Record<string, { type: 'FileFsRef'; mode: number; fsPath: string }>
    entrypoint: string
    workPath: string
    repoRootPath: string
    config: object
    meta: { skipDownload: true; runNpmInstallSet: Set<string> }
  }): Promise<{ output: { files: Record<string, BuiltFile> } }>
}
const { build } = createRequire(import.meta.url)('@vercel/node') as Builder

/** Copies the project, with the release of `releaseDir`, and builds it. The caller removes the copy. */
export async function copyBuiltProject(releaseDir: string): Promise<string> {
  const copy = await realpath(await mkdtemp(join(tmpdir(), 'kura-built-')))
  for (const path of COPIED) await cp(join(ROOT, path), join(copy, path), { recursive: true })
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  await cp(releaseDir, join(copy, 'lib/services/distribution/release'), { recursive: true })
  await writeFolder(join(copy, 'dist', 'device-folder.json.br'))
  await exportBundles(await bundleFunctions(copy), copy)
  return copy
}

/** Returns the files that the builder deploys as the function `file` of a project, by path in the function. */
export async function buildFunction(project: string, file: string): Promise<Record<string, BuiltFile>> {
  const { settings } = await readProject(project)
  return buildFile(file, { root: project, config: settings.functions[file] ?? {} })
}

/**
 * Does the same as `buildFunction` for a file in any folder. The builder needs no network, and prints nothing.
 * @throws Error if the builder reports an error, also one after which it continues
 */
export async function buildFile(
  file: string,
  { root, config = {} }: { root: string; config?: object },
): Promise<Record<string, BuiltFile>> {
  const { log, error } = console
  const reported: unknown[] = []
  console.log = () => undefined
  console.error = message => reported.push(message)
  try {
    const { output } = await build({
      files: { [file]: { type: 'FileFsRef', mode: 0o100_644, fsPath: join(root, file) } },
      entrypoint: file,
      workPath: root,
      repoRootPath: root,
      config: { zeroConfig: true, ...config },
      // no packages are installed, because the copy has them already
      meta: { skipDownload: true, runNpmInstallSet: new Set([join(root, 'package.json')]) },
    })
    if (reported.length > 0) throw new Error(`the builder says of ${file}: ${reported.join('\n')}`)
    return output.files
  } finally {
    Object.assign(console, { log, error })
  }
}

/** Writes the files of a function into `target`, as they are on the host. */
export async function layOutFunction(
  files: Readonly<Record<string, BuiltFile>>,
  target: string,
): Promise<void> {
  for (const [path, { data, fsPath }] of Object.entries(files)) {
    await mkdir(dirname(join(target, path)), { recursive: true })
    if (data !== undefined) await writeFile(join(target, path), data)
    else if (fsPath) await cp(fsPath, join(target, path))
  }
}
