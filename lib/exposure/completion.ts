/** The completion checks of document 3 compare what the real client returned with the disk. */
import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { readRegular } from '../core/disk/regular-file.ts'
import { AppError, messageOf } from '../core/errors.ts'
import { parseJson } from '../core/json/json.ts'
import { sha256 } from '../core/release/envelope.ts'
import { isOwnName } from '../core/release/path.ts'
import { credentialsSchema, type Manifest } from '../core/release/schema.ts'

export interface SyncCounts {
  readonly expected: number
  readonly installed: number
  readonly indexed: number
}

/** The real client is passed in, because this folder does not import it. */
export interface RealClient {
  sync(directory: string): Promise<SyncCounts>
  /** The verified manifest in the device directory; undefined if there is none. */
  manifestOf(directory: string): Promise<Manifest | undefined>
}

export interface CompletionCheck {
  readonly wanted: string
  readonly passed: boolean
  readonly found: string
}

export type CompletionReport =
  | { readonly ran: false }
  | { readonly ran: true; readonly passed: boolean; readonly checks: readonly CompletionCheck[] }

const CREDENTIALS = 'credentials.json'

/**
 * Runs `client` with the credentials in the device directory `from`; a failed sync is a failed check.
 * @throws AppError `credentials_invalid` if `from` has no credentials, or has them for another host; `interrupted`
 */
export async function checkCompletion(
  { from, url }: { from: string; url: string },
  client: RealClient,
): Promise<CompletionReport> {
  await checkCredentials(from, url)
  const parent = await mkdtemp(join(tmpdir(), 'kura-probe-'))
  const directory = join(parent, randomUUID())
  try {
    await mkdir(directory, { mode: 0o700 })
    await copyFile(join(from, CREDENTIALS), join(directory, CREDENTIALS))
    const checks = await runChecks(directory, client)
    return { ran: true, passed: checks.every(({ passed }) => passed), checks }
  } finally {
    await rm(parent, { recursive: true, force: true })
  }
}

async function checkCredentials(from: string, url: string): Promise<void> {
  const path = join(from, CREDENTIALS)
  const bytes = await readRegular(path).catch((cause: unknown) => {
    throw new AppError('credentials_invalid', `Cannot read "${path}"`, {
      hint: 'give a directory that kura enrol has made and kura sync has synced once',
      cause,
    })
  })
  const parsed = credentialsSchema.safeParse(parseJson(bytes.toString()))
  const named = parsed.success ? new URL(parsed.data.url).origin : undefined
  if (named === new URL(url).origin) return
  throw new AppError(
    'credentials_invalid',
    `Cannot check ${url} with "${path}": ${named ? `it is for ${named}` : 'it is not a credentials file'}`,
    { hint: 'probe the address that the device was enrolled for' },
  )
}

async function runChecks(directory: string, client: RealClient): Promise<CompletionCheck[]> {
  let counts: SyncCounts
  try {
    counts = await client.sync(directory)
  } catch (error) {
    if (error instanceof AppError && error.code === 'interrupted') throw error
    return [check('the real client syncs', false, messageOf(error))]
  }
  const manifest = await client.manifestOf(directory)
  if (!manifest) return [check('a verified release on the disk', false, 'none')]
  return [
    check(
      'installed equals expected',
      counts.installed === counts.expected && counts.expected > 0,
      `installed ${counts.installed} of ${counts.expected}, indexed ${counts.indexed}`,
    ),
    ...(await diskChecks(directory, manifest, counts)),
  ]
}

async function diskChecks(
  directory: string,
  manifest: Manifest,
  counts: SyncCounts,
): Promise<CompletionCheck[]> {
  const [whole, referenced, others] = await Promise.all([
    countWhole(directory, manifest),
    countReferenced(directory, manifest),
    listOthers(directory, manifest),
  ])
  const named = manifest.files.length
  return [
    check(
      'expected is the number of files that the release names',
      counts.expected === named,
      `${named} named`,
    ),
    check('installed is what is on the disk', whole === counts.installed, `${whole} files with their hash`),
    check(
      'indexed is what the index file references',
      referenced === counts.indexed && referenced === named,
      `${referenced} referenced in ${manifest.index.path}`,
    ),
    check('no other file was written', others.length === 0, others.join(', ') || 'none'),
  ]
}

function check(wanted: string, passed: boolean, found: string): CompletionCheck {
  return { wanted, passed, found }
}

async function countWhole(directory: string, { files }: Manifest): Promise<number> {
  let whole = 0
  for (const file of files) {
    const bytes = await readFile(join(directory, file.path)).catch(() => undefined)
    if (bytes && bytes.byteLength === file.size && sha256(bytes) === file.sha256) whole += 1
  }
  return whole
}

async function countReferenced(directory: string, { files, index }: Manifest): Promise<number> {
  const text = await readFile(join(directory, index.path), 'utf8').catch(() => '')
  const targets = new Set(
    [...text.matchAll(/\]\((?:<([^>\n]*)>|((?:[^()\n]|\([^()\n]*\))*))\)/g)].flatMap(spellings),
  )
  return files.filter(({ path }) => targets.has(path)).length
}

function spellings([, pointed, plain]: RegExpMatchArray): string[] {
  const target = pointed ?? plain ?? ''
  try {
    return [target, decodeURIComponent(target)]
  } catch {
    return [target]
  }
}

async function listOthers(directory: string, { files, index }: Manifest): Promise<string[]> {
  const known = new Set([...files.map(({ path }) => path), index.path])
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  return entries
    .filter(entry => !entry.isDirectory())
    .map(entry => relative(directory, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter(path => !known.has(path) && !isOwnName(path.split('/')[0] ?? ''))
}
