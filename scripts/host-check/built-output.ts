/** Reads the builder's output (Build Output API v3): static files, functions with their files, routes. */
import { cp, lstat, mkdir, readdir, readFile, realpath } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import * as z from 'zod'

const routeSchema = z.union([
  z.strictObject({ handle: z.enum(['filesystem', 'hit', 'miss', 'rewrite', 'resource', 'error']) }),
  z.strictObject({
    src: z.string(),
    dest: z.string().optional(),
    status: z.int().optional(),
    check: z.boolean().optional(),
  }),
])
export type Route = z.infer<typeof routeSchema>

const configSchema = z.strictObject({
  version: z.literal(3),
  routes: z.array(routeSchema),
  crons: z.array(z.unknown()).optional(),
})

const launcherSchema = z.looseObject({
  handler: z.string(),
  runtime: z.string(),
  launcherType: z.literal('Nodejs'),
  maxDuration: z.int().optional(),
  /** The path in the project, for each path in the function. */
  filePathMap: z.record(z.string(), z.string()).optional(),
})

export interface BuiltFunction {
  /** The path of the function: `api/distribution`. */
  readonly name: string
  readonly directory: string
  readonly launcher: z.infer<typeof launcherSchema>
  /** The files of the function at run time, relative to its directory. */
  readonly files: readonly string[]
}

export interface BuiltOutput {
  readonly directory: string
  readonly staticFiles: readonly string[]
  readonly functions: readonly BuiltFunction[]
  readonly routes: readonly Route[]
}

const FUNCTION = '.func'
const LAUNCHER = '.vc-config.json'

/** @throws if `.vercel/output` contains anything that is not supported here */
export async function readBuiltOutput(directory: string): Promise<BuiltOutput> {
  const config = configSchema.parse(JSON.parse(await readFile(join(directory, 'config.json'), 'utf8')))
  const entries = await readdir(join(directory, 'functions'), { recursive: true, withFileTypes: true })
  const folders = entries
    .filter(entry => entry.name.endsWith(FUNCTION))
    .map(entry => join(entry.parentPath, entry.name))
  const functions = folders.map(folder => readFunction(folder, join(directory, 'functions')))
  return {
    directory,
    staticFiles: await filesBelow(join(directory, 'static')),
    functions: await Promise.all(functions),
    routes: config.routes,
  }
}

async function readFunction(folder: string, functions: string): Promise<BuiltFunction> {
  // functions with the same content are symbolic links to one folder
  const directory = await realpath(folder)
  const launcher = launcherSchema.parse(JSON.parse(await readFile(join(directory, LAUNCHER), 'utf8')))
  const own = (await filesBelow(directory)).filter(file => file !== LAUNCHER)
  const files = [...own, ...Object.keys(launcher.filePathMap ?? {})].sort()
  return { name: relative(functions, folder).slice(0, -FUNCTION.length), directory, launcher, files }
}

/** Copies the function into `target` as on the host: its own files, and the files of the project to which it refers. */
export async function layOut(
  { directory, launcher }: BuiltFunction,
  { project, target }: { project: string; target: string },
): Promise<void> {
  await cp(directory, target, { recursive: true })
  for (const [path, source] of Object.entries(launcher.filePathMap ?? {})) {
    await mkdir(dirname(join(target, path)), { recursive: true })
    await cp(join(project, source), join(target, path), { recursive: true, verbatimSymlinks: true })
  }
}

/** The size of a function in bytes, with all its files. */
export async function weigh(target: string): Promise<number> {
  let bytes = 0
  for (const file of await filesBelow(target)) bytes += (await lstat(join(target, file))).size
  return bytes
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter(entry => !entry.isDirectory())
    .map(entry => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
}
