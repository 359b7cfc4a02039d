/** `kura publish --check` refuses the parts of the project that the host must not deploy. */
import type { Dirent } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { basename, join, matchesGlob, relative, sep } from 'node:path'
import { AppError } from '../core/errors.ts'
import { isDeployedName, isOwnName } from '../core/release/catalog.ts'
import { findApiFiles, findApiScripts, type HostSettings, readProject } from './project.ts'

const SERVED = 'robots.txt'

/** Matches a file in the root or in src/ whose code the host runs before every request. */
const MIDDLEWARE = /^(?:src\/)?(?:middleware|proxy)\.[cm]?[jt]sx?$/

/** The release folder. A function includes the files in it that match the function's pattern. */
const RELEASE = 'lib/services/distribution/release'

const DEPLOYED = ['api', 'lib', 'vercel.json', 'package.json', 'package-lock.json', 'tsconfig.json']

/** Returns an error for each part that must not be deployed. @throws AppError as `readProject` */
export async function checkProject(root: string): Promise<AppError[]> {
  const { settings, files } = await readProject(root)
  const served = files.filter(file => file !== SERVED).map(file => `${settings.outputDirectory}/${file}`)
  const scripts = await findApiScripts(root)
  const unnamed = (await findApiFiles(root)).filter(
    file => !Object.hasOwn(settings.functions, file) && !scripts.includes(file),
  )
  return [
    ...served.map(path => refused(path, `everybody could read it, only "${SERVED}" may be there`)),
    ...unnamed.map(path =>
      refused(path, 'the host would make a function of it that vercel.json does not name'),
    ),
    ...scripts.map(path => refused(path, 'a test or an underscored file is only safe outside api/')),
    ...(await surplusFiles(root, settings)).map(refusedSurplus),
    ...(await middleware(root)).map(path => refused(path, 'the host would run it before every request')),
    ...(await links(root)).map(path => refused(path, 'it is a symbolic link')),
  ]
}

/** Returns the files of the release folder that a function would include although no function needs them. */
async function surplusFiles(root: string, { functions }: HostSettings): Promise<string[]> {
  const names = await readdir(join(root, RELEASE)).catch(() => [])
  const patterns = Object.values(functions).flatMap(({ includeFiles = [] }) => includeFiles)
  return names
    .filter(name => !isDeployedName(name))
    .map(name => `${RELEASE}/${name}`)
    .filter(path => patterns.some(pattern => matchesGlob(path, pattern)))
    .sort()
}

async function middleware(root: string): Promise<string[]> {
  const [top, src] = await Promise.all(
    [root, join(root, 'src')].map(folder => readdir(folder).catch(() => [])),
  )
  return [...(top ?? []), ...(src ?? []).map(name => `src/${name}`)]
    .filter(path => MIDDLEWARE.test(path))
    .sort()
}

async function links(root: string): Promise<string[]> {
  const found: string[] = []
  for (const name of DEPLOYED) {
    const path = join(root, name)
    const entry = await lstat(path).catch(() => undefined)
    if (entry?.isSymbolicLink()) found.push(name)
    if (entry?.isDirectory()) found.push(...(await linksBelow(root, path)))
  }
  return found.sort()
}

async function linksBelow(root: string, folder: string): Promise<string[]> {
  const entries: Dirent[] = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter(entry => entry.isSymbolicLink())
    .map(entry => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
}

function refusedSurplus(path: string): AppError {
  if (!isOwnName(basename(path)))
    return refused(path, 'it would be deployed with the release, and publishing has not written it')
  const hint = 'give the function in vercel.json the pattern for the release that this project came with'
  return refused(path, 'it would be deployed with the release, and only publishing needs it', hint)
}

function refused(
  path: string,
  reason: string,
  hint = `remove "${path}", or keep it outside api/, lib/ and the root of the project`,
): AppError {
  return new AppError('settings_invalid', `Cannot deploy "${path}": ${reason}`, { hint })
}
