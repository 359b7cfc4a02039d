/**
 * The last step of `npm run build`: bundles each function of api/ with all modules that it needs into a folder of
 * dist/functions (docs/decisions/0011). In a checkout, the files of api/ stay. In the host's own copy of the project,
 * each becomes one line that exports the bundle.
 */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild'
import { errorLines } from '../lib/cli/terminal/output.ts'
import { AppError } from '../lib/core/errors.ts'
import { findFunctions } from '../lib/exposure/project.ts'

/** The folder of the bundles. `lib/core/release/default-folder.ts` relies on its depth below the project. */
const BUNDLES = 'dist/functions'

const TARGET = 'node24'

/** The bundle of a function; all paths are relative to the project. */
export interface Bundle {
  /** The path of the function's file: `api/accounting.ts`. */
  readonly file: string
  /** The bundle's files; the function exports the first of them. */
  readonly outputs: readonly string[]
  readonly inputs: readonly string[]
}

/** Bundles the functions of the project at `root` into its dist/functions. */
export async function bundleFunctions(root: string): Promise<Bundle[]> {
  await rm(join(root, BUNDLES), { recursive: true, force: true })
  const functions = await findFunctions(root)
  const files = functions.map(({ file }) => file)
  const { inputs } = await importsOf(files, root)
  return Promise.all(
    functions.map(({ name, file }) =>
      bundle(file, { folder: `${BUNDLES}/${name}`, root, later: loadedLater(file, inputs) }),
    ),
  )
}

/** Reads all modules of kura that the functions need once, and no package. */
async function importsOf(files: readonly string[], root: string): Promise<Metafile> {
  const options = { platform: 'node', format: 'esm', bundle: true, packages: 'external' } as const
  const found = { splitting: true, outdir: BUNDLES, write: false, metafile: true } as const
  return (await build({ ...options, ...found, absWorkingDir: root, entryPoints: [...files] })).metafile
}

/** Returns the modules that `start`, or a module that it needs, imports when it runs. */
function loadedLater(start: string, inputs: Metafile['inputs']): Set<string> {
  const needed = new Set([start])
  const later = new Set<string>()
  // the loop also reaches what it adds
  for (const module of needed)
    for (const { path, kind, external } of inputs[module]?.imports ?? []) {
      if (external) continue
      needed.add(path)
      if (kind === 'dynamic-import') later.add(path)
    }
  return later
}

interface BundleOptions {
  readonly folder: string
  readonly root: string
  readonly later: ReadonlySet<string>
}

async function bundle(file: string, { folder, root, later }: BundleOptions): Promise<Bundle> {
  const importing = importedBy(join(root, file), new Set([...later].map(path => join(root, path))))
  const options = { ...optionsOf(file, { folder, root }), plugins: [importing] }
  const { inputs, outputs } = (await build(options)).metafile
  const exporting = `${folder}/function.js`
  const chunks = Object.keys(outputs).filter(output => output !== exporting)
  return { file, outputs: [exporting, ...chunks.sort()], inputs: Object.keys(inputs) }
}

function optionsOf(file: string, { folder, root }: { folder: string; root: string }) {
  return {
    absWorkingDir: root,
    entryPoints: [file],
    outdir: folder,
    entryNames: 'function',
    chunkNames: '[hash]',
    bundle: true,
    // the code of a function is loaded after its caller is authenticated, and zod when there is something to parse, so
    // they are separate files
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: TARGET,
    // Japanese text is not escaped, because escape sequences take twice the bytes
    charset: 'utf8',
    // names are kept, because log lines name functions and the bundles have no source maps
    minifyWhitespace: true,
    minifySyntax: true,
    logLevel: 'warning',
    metafile: true,
  } as const satisfies BuildOptions
}

/**
 * Lets each module of kura that the function loads later import the function's file. esbuild puts the modules that
 * the same parts need into one chunk: with this import, the whole start is one chunk. Without it, the start is some
 * twenty chunks, and each costs a cold start half a millisecond.
 */
function importedBy(start: string, later: ReadonlySet<string>): Plugin {
  return {
    name: 'one-chunk-for-the-start',
    setup: ({ onLoad }) =>
      onLoad({ filter: /\.ts$/ }, async ({ path }) => {
        if (path === start || !later.has(path)) return undefined
        return {
          contents: `${await readFile(path, 'utf8')}\nimport ${JSON.stringify(start)}\n`,
          loader: 'ts',
        }
      }),
  }
}

/** Replaces each function of the project at `root` by a line that exports its bundle. */
export async function exportBundles(bundles: readonly Bundle[], root: string): Promise<void> {
  for (const { file, outputs } of bundles)
    await writeFile(join(root, file), `export { default } from '../${outputs[0]}'\n`)
}

/** @throws AppError `usage` if only VERCEL is set: then nothing says that the project is a copy */
function isHostsCopy({ VERCEL, CI }: NodeJS.ProcessEnv): boolean {
  if (VERCEL && !CI)
    throw new AppError('usage', 'Cannot replace the functions: VERCEL is set, and CI is not', {
      hint: 'to build in a checkout, unset VERCEL; in a copy that may change, set CI=1 too, as the host does',
    })
  return Boolean(VERCEL)
}

// import.meta.main is missing before Node 22.18, and in 24.0 and 24.1
if (process.argv[1] === import.meta.filename) await main().catch(stop)

/** Prints the two lines of an error that a person can mend, without the stack. */
function stop(error: unknown): void {
  if (!(error instanceof AppError)) throw error
  for (const line of errorLines(error)) console.error(line)
  process.exitCode = 1
}

async function main(): Promise<void> {
  const root = process.cwd()
  const isCopy = isHostsCopy(process.env)
  const bundles = await bundleFunctions(root)
  if (isCopy) await exportBundles(bundles, root)
  console.log(
    `bundled ${bundles.length} functions into ${BUNDLES}${isCopy ? ', which api/ now exports' : ''}`,
  )
}
