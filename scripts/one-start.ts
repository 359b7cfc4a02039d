/** Keeps what a function loads at its start in one chunk: each chunk costs the engine about a million instructions. */
import { join } from 'node:path'
import { type BuildOptions, build, type Plugin } from 'esbuild'
import { readLean } from './lean-zod.ts'

/** How one function is bundled. */
export interface FunctionBuild extends BuildOptions {
  readonly absWorkingDir: string
  /** The function's file. */
  readonly entryPoints: [string]
}

/**
 * Lets every module that is loaded later import the function's file too, which has been loaded by then. The bundler makes a
 * chunk of all modules that the same ones share: so the start, which all of them share, is one.
 */
export async function oneStart(options: FunctionBuild): Promise<Plugin> {
  const { absWorkingDir, entryPoints } = options
  const later = await loadedLater(options)
  const start = JSON.stringify(join(absWorkingDir, entryPoints[0]))
  return {
    name: 'one-start',
    setup(plugin) {
      plugin.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        const text = await readLean(path)
        return { contents: later.has(path) ? `import ${start};${text}` : text, loader: 'ts' }
      })
    },
  }
}

/** The modules that are imported by a call of `import()`. */
async function loadedLater(options: FunctionBuild): Promise<Set<string>> {
  const { metafile } = await build({ ...options, metafile: true, write: false })
  const imports = Object.values(metafile.inputs).flatMap(input => input.imports)
  const dynamic = imports.filter(({ kind, external }) => kind === 'dynamic-import' && !external)
  return new Set(dynamic.map(({ path }) => join(options.absWorkingDir, path)))
}
