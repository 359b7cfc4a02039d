/**
 * The last step of `npm run build`: bundles each function, with all that it needs, into its own file and a few chunks that
 * it loads later (docs/decisions/0011). On the host the bundles replace the files of api/ in the host's copy of the
 * project; anywhere else they go to dist/host, and the checkout stays as it is.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'
import { findFunctions } from '../lib/exposure/project.ts'
import { type FunctionBuild, oneStart } from './one-start.ts'

/** The host's runtime. */
const TARGET = 'node24'

/** The folder of the chunks, beside api/; `lib/core/release/default-folder.ts` knows it. */
export const CHUNKS = 'dist/functions'

/** Bundles the functions of the project at `root` into the folder `into`, and returns how many files each has. */
export async function bundleFunctions(root: string, into: string): Promise<Map<string, number>> {
  const sizes = new Map<string, number>()
  for (const { name, file } of await findFunctions(root)) {
    const options: FunctionBuild = {
      absWorkingDir: root,
      entryPoints: [file],
      outbase: root,
      outdir: into,
      chunkNames: `${CHUNKS}/${name}/[hash]`,
      bundle: true,
      // a function's code is loaded after its caller is authenticated, zod when something has to be read
      splitting: true,
      platform: 'node',
      format: 'esm',
      target: TARGET,
      // Japanese letters as they are take half the bytes of their escapes
      charset: 'utf8',
      minifyWhitespace: true,
      minifySyntax: true,
      // not minified: the lines of the log name functions, and there are no source maps
      logLevel: 'warning',
    }
    const plugins = [await oneStart(options)]
    const { outputFiles } = await build({ ...options, plugins, write: false })
    for (const { path, contents } of outputFiles) {
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, contents)
    }
    sizes.set(name, outputFiles.length)
  }
  return sizes
}

if (import.meta.main) {
  const root = process.cwd()
  const { VERCEL: onHost } = process.env
  const into = onHost ? root : join(root, 'dist/host')
  await rm(join(into, CHUNKS), { recursive: true, force: true })
  const sizes = await bundleFunctions(root, into)
  console.log(`bundled ${sizes.size} functions ${onHost ? 'in place' : 'into dist/host'}`)
}
