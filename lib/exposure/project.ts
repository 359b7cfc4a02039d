/** The schema of `vercel.json` is strict, so that the local host never differs from the host unnoticed. */
import { readdir, readFile } from 'node:fs/promises'
import { join, matchesGlob, relative, sep } from 'node:path'
import * as z from 'zod'
import { AppError } from '../core/errors.ts'
import { parseJson } from '../core/json/json.ts'

const settingsSchema = z.strictObject({
  $schema: z.string().optional(),
  framework: z.null(),
  installCommand: z.string().min(1),
  /** Without a build command, the host ignores outputDirectory and serves the whole project. */
  buildCommand: z.string().min(1),
  outputDirectory: z.string().min(1),
  /** The regions of the host, which the local host ignores. */
  regions: z
    .array(z.string().regex(/^[a-z]{3}[0-9]$/))
    .min(1)
    .optional(),
  functions: z.record(
    z.string(),
    z.strictObject({ includeFiles: z.string().optional(), maxDuration: z.int().optional() }),
  ),
  /** A source is a literal path, or a path that ends in the unnamed group `(.*)`. */
  rewrites: z
    .array(
      z.strictObject({
        source: z.string().regex(/^\/[\w/-]*(?:\(\.\*\))?$/),
        destination: z.string().regex(/^\/[\w/-]*$/),
      }),
    )
    .default([]),
  crons: z.array(z.strictObject({ path: z.string(), schedule: z.string() })).optional(),
})
export type HostSettings = z.infer<typeof settingsSchema>

export interface HostFunction {
  readonly name: string
  readonly file: string
}

export interface HostProject {
  readonly root: string
  readonly settings: HostSettings
  readonly functions: readonly HostFunction[]
  /** The files that are served unchanged, relative to outputDirectory. */
  readonly files: readonly string[]
}

const FUNCTION = /\.(?:ts|tsx|js|mjs)$/
/** The host does not deploy names that begin with a dot or an underscore, type declarations and packages. */
const NOT_A_FUNCTION = /\/[._]|\/node_modules\/|\.d\.ts$/

/** @throws AppError `usage`, `settings_invalid` */
export async function readProject(root: string): Promise<HostProject> {
  const settings = parseSettings(await readSettings(root))
  const [functions, files] = await Promise.all([
    findFunctions(root),
    filesBelow(join(root, settings.outputDirectory)),
  ])
  if (files.length === 0) throw invalid(`its outputDirectory "${settings.outputDirectory}" has no file`)
  return { root, settings, functions, files }
}

async function readSettings(root: string): Promise<string> {
  try {
    return await readFile(join(root, 'vercel.json'), 'utf8')
  } catch (cause) {
    throw new AppError('usage', `Cannot work in "${root}": there is no vercel.json`, {
      hint: "run the command in kura's checkout",
      cause,
    })
  }
}

function parseSettings(text: string): HostSettings {
  const parsed = settingsSchema.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw invalid(`${issue?.path.join('.') || 'the file'}: ${issue?.message}`, parsed.error)
}

function invalid(reason: string, cause?: unknown): AppError {
  return new AppError('settings_invalid', `Cannot use vercel.json: ${reason}`, {
    hint: 'the local host supports only the settings in the schema of lib/exposure/project.ts',
    cause,
  })
}

/** Returns the functions of the project: the host deploys every script below api/ that is not ignored. */
export async function findFunctions(root: string): Promise<HostFunction[]> {
  return (await findApiFiles(root))
    .filter(file => FUNCTION.test(file))
    .map(file => ({ name: file.slice('api/'.length).replace(FUNCTION, ''), file }))
}

/** Returns the files below api/ that some builder of the host could deploy, relative to the project. */
export async function findApiFiles(root: string): Promise<string[]> {
  const [files, ignored] = await Promise.all([filesBelow(join(root, 'api')), readIgnored(root)])
  return files
    .map(file => `api/${file}`)
    .filter(file => !NOT_A_FUNCTION.test(file))
    .filter(file => !ignored.some(pattern => matchesGlob(file, pattern)))
}

/** Returns tests and underscored scripts. Whether the host deploys them depends on its version and on .vercelignore. */
export async function findApiScripts(root: string): Promise<string[]> {
  const files = (await filesBelow(join(root, 'api'))).map(file => `api/${file}`)
  return files.filter(file => /\/_|\/tests?\/|[-.](?:test|spec)\.[^/]*$/.test(file))
}

/** Returns the lines about api/, which are read as globs. No other line can match a function. */
async function readIgnored(root: string): Promise<string[]> {
  const text = await readFile(join(root, '.vercelignore'), 'utf8').catch(() => '')
  return text.split('\n').filter(line => line.startsWith('api/'))
}

/** Returns the paths of the files, relative to `folder`, with `/`; none if there is no such folder. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter(entry => entry.isFile())
    .map(entry => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort()
}
