/**
 * `npm run build:device`, `kura enrol`: bundles the device program with all modules that it needs into one file for
 * Node 20.
 */
import { readFileSync } from 'node:fs'
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build, transform } from 'esbuild'
import { LANGUAGES } from '../lib/core/language/language.ts'
import { PINNED_NODE } from '../lib/device/program/node-build.ts'
import { startFiles } from '../lib/device/program/start-files/folder.ts'
import { withEagerFunctions } from './eager-functions.ts'
import { lateBuiltins } from './late-builtins.ts'

const PROJECT = resolve(import.meta.dirname, '..')

/** The oldest version of Node on which the program runs. */
const TARGET = 'node20'

/** The first lines of the program. They define require(), with which some packages load Node's own modules. */
const BANNER = `#!/usr/bin/env node
import { createRequire as kuraRequire } from 'node:module'
const require = kuraRequire(import.meta.url)`

export const DEVICE_PROGRAM = 'lib/cli/commands/device/program.ts'

/** Bundles `entry` with all that it needs into one module, and returns its size in bytes. */
export async function bundle(entry: string, outfile: string): Promise<number> {
  const { version } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8'))
  const both = {
    platform: 'node',
    format: 'esm',
    target: TARGET,
    charset: 'utf8',
    legalComments: 'eof',
  } as const
  const { outputFiles } = await build({
    ...both,
    absWorkingDir: PROJECT,
    entryPoints: [entry],
    bundle: true,
    write: false,
    supported: { 'template-literal': false },
    plugins: [await lateBuiltins(entry, PROJECT)],
    define: { KURA_DEVICE_VERSION: JSON.stringify(version) },
    logLevel: 'warning',
  })
  const text = withEagerFunctions(outputFiles[0]?.text ?? '')
  const { code } = await transform(text, { ...both, minify: true, banner: BANNER })
  await mkdir(dirname(outfile), { recursive: true })
  await writeFile(outfile, code)
  return (await stat(outfile)).size
}

/**
 * Writes the files of a new device's folder, except its enrolment, into one file for the console: the device program,
 * and the start files in each language, as text or base64.
 */
export async function writeFolder(outfile: string): Promise<void> {
  const program = `${outfile}.mjs`
  await bundle(DEVICE_PROGRAM, program)
  const each = LANGUAGES.map(language => {
    const files = startFiles({ language, node: PINNED_NODE })
    return [language, files.map(file => ({ ...file, content: Buffer.from(file.content).toString('base64') }))]
  })
  const text = await readFile(program, 'utf8')
  await rm(program)
  const folder = JSON.stringify({ program: text, startFiles: Object.fromEntries(each) })
  await writeFile(outfile, brotliCompressSync(folder))
}

/**
 * Whether this file is the program that runs, not an import. `import.meta.main` is missing before Node 22.18, and in
 * 24.0 and 24.1.
 */
const isMain = process.argv[1] === import.meta.filename

if (isMain && process.argv[2] === '--folder') {
  await writeFolder(resolve(process.argv[3] ?? join(PROJECT, 'dist', 'device-folder.json.br')))
} else if (isMain) {
  const outfile = resolve(process.argv[2] ?? join(PROJECT, 'dist', 'kura-device.mjs'))
  const size = await bundle(DEVICE_PROGRAM, outfile)
  console.log(
    `built ${relative(process.cwd(), outfile)}, ${(size / 1000).toFixed(0)} kB, for Node 20 or newer`,
  )
}
