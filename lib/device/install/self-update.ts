/**
 * The device program replaces itself at the end of a sync with the program of the release, after a test has shown that
 * this one starts. If the program does not start, the start file runs the previous one, kept as
 * `kura-device.previous.mjs`. The previous program then replaces the program, never itself.
 */
import { randomUUID } from 'node:crypto'
import { chmod, readdir, stat } from 'node:fs/promises'
import { basename, dirname, join, parse } from 'node:path'
import { promisify } from 'node:util'
import { syncFolder, writeSynced } from '../../core/disk/atomic-file.ts'
import { digestFile } from '../../core/disk/digest-file.ts'
import { failureOf, messageOf } from '../../core/errors.ts'
import { phrase } from '../../core/language/catalogue.ts'
import { phraseError } from '../../core/language/phrase-error.ts'
import type { Reason } from '../../core/phrase.ts'
import { sha256 } from '../../core/release/envelope.ts'
import type { Manifest } from '../../core/release/schema.ts'
import type { Disk } from '../disk/disk.ts'
import { copySynced, makeWritable, type On, removeFile, rename } from '../disk/file-changes.ts'
import { STAGING, stagedPath, UUID } from '../disk/layout.ts'
import { isSameFile } from '../disk/same-file.ts'
import type { Waiting } from './waiting.ts'
import { INSTALL_FAILURES, INSTALL_HINTS } from './words.ts'

/** The one-file program, by its absolute path. */
export interface RunningProgram {
  readonly file: string
}

export type ProgramOutcome =
  /** The release has no program, its file has to wait, or the running program is not one file. */
  | { readonly outcome: 'none' }
  | { readonly outcome: 'current' }
  | { readonly outcome: 'replaced'; readonly previous: string }
  | { readonly outcome: 'failed'; readonly reason: string }

/** Resolves if the program at `file` starts. @throws Error with a message that follows the words "the program" */
export type ProveProgram = (file: string) => Promise<void>

const START_LIMIT = 20_000
const START_ANSWER = /^kura-device \S+\s*$/

/** Runs `file --version` with this Node. The program is one file, so this reads and runs all of it. */
export async function proveProgram(
  file: string,
  {
    limit = START_LIMIT,
    // biome-ignore lint/style/noProcessEnv: the environment enters here
    env = process.env,
  } = {},
): Promise<void> {
  // loaded here, because few runs start another program
  const { execFile } = await import('node:child_process')
  // this process's options are left out, because the next run does not have them; the compiled program is not kept
  const { NODE_OPTIONS: _, NODE_PATH: __, NODE_COMPILE_CACHE: ___, ...own } = env
  const options = { timeout: limit, killSignal: 'SIGKILL' as const, env: own }
  const { stdout } = await promisify(execFile)(process.execPath, [file, '--version'], options).catch(
    (cause: unknown) => {
      throw phraseError('internal', phrase(INSTALL_FAILURES.notStarting, { why: startProblem(cause) }), {
        cause,
      })
    },
  )
  if (!START_ANSWER.test(stdout)) throw phraseError('internal', phrase(INSTALL_FAILURES.noVersion))
}

function startProblem(error: unknown): Reason {
  const { stderr = '', killed = false } = error as { stderr?: string; killed?: boolean }
  if (killed) return phrase(INSTALL_FAILURES.endless)
  return /^\w*Error: .*$/m.exec(stderr)?.[0] ?? phrase(INSTALL_FAILURES.ended)
}

export interface OwnProgram {
  readonly running: RunningProgram | undefined
  readonly prove: ProveProgram
}

/** Matches in any letter case, because Windows and macOS ignore it. */
const PREVIOUS = /\.previous(?=\.mjs$)/i

function programPath({ file }: RunningProgram): string {
  return file.replace(PREVIOUS, '')
}

function isPrevious({ file }: RunningProgram): boolean {
  return PREVIOUS.test(file)
}

/** The name of the previous program. It ends in `.mjs` too, because Node runs no file of an unknown extension. */
function previousPath(file: string): string {
  const { dir, name, ext } = parse(file)
  return join(dir, `${name}.previous${ext}`)
}

/** Says why the program does not start, if the previous one runs in its place. `reason` ends a sentence. */
export async function reasonForPrevious({
  running,
  prove,
}: OwnProgram): Promise<{ file: string; reason: string } | undefined> {
  if (!running || !isPrevious(running)) return undefined
  const program = programPath(running)
  try {
    await prove(program)
    return undefined
  } catch (error) {
    return { file: basename(program), reason: messageOf(error) }
  }
}

/** Refuses a program that does not start: no later one could reach the device. @throws AppError `release_rejected` */
export async function refuseBrokenProgram(
  disk: Disk,
  { manifest, running, prove }: OwnProgram & { manifest: Manifest },
): Promise<void> {
  const program = manifest.files.find(file => file.program)
  if (!running || !program || !(await isSameFile(running.file, join(disk.dir, ...program.path.split('/')))))
    return
  const staged = stagedPath(program.sha256)
  if ((await disk.look(staged)).kind !== 'file') return
  const copy = `${STAGING}/program.mjs`
  await disk.copy(staged, copy)
  try {
    await prove(join(disk.dir, ...copy.split('/')))
  } catch (cause) {
    const { version } = manifest
    const message = phrase(INSTALL_FAILURES.brokenProgram, { version, problem: failureOf(cause) })
    throw phraseError('release_rejected', message, { hint: phrase(INSTALL_HINTS.startingProgram), cause })
  } finally {
    await disk.remove(copy)
  }
}

/** Replaces the device program with that of the installed release, if the release has one and it starts. */
export async function updateProgram(
  disk: Disk,
  { manifest, running, prove, waiting }: OwnProgram & { manifest: Manifest; waiting: Waiting },
): Promise<ProgramOutcome> {
  const program = manifest.files.find(file => file.program)
  if (!running || !program) return { outcome: 'none' }
  // the program's file waits, so the next sync replaces the program
  if (waiting.steps.some(({ path }) => path === program.path)) return { outcome: 'none' }
  try {
    const file = programPath(running)
    await removeLeftovers(file, disk)
    if ((await digestOf(running, disk)) === program.sha256) return { outcome: 'current' }
    const content = await disk.read(program.path)
    if (sha256(content) !== program.sha256)
      throw new Error(`"${program.path}" does not have the hash that the release names`)
    return { outcome: 'replaced', previous: await replace(running, content, { prove, disk }) }
  } catch (error) {
    return { outcome: 'failed', reason: messageOf(error) }
  }
}

/** The program's digest; undefined if the previous program runs because there is no other. */
async function digestOf(running: RunningProgram, { retry }: On): Promise<string | undefined> {
  const file = programPath(running)
  const digest = retry(file, () => digestFile(file)).then(({ sha256 }) => sha256)
  return isPrevious(running) ? digest.catch(() => undefined) : digest
}

/** Removes the files that a killed update has left beside the program. */
async function removeLeftovers(file: string, on: On): Promise<void> {
  const folder = dirname(file)
  const [stem, previous] = [basename(file, '.mjs'), basename(previousPath(file))].map(name =>
    name.replaceAll('.', '\\.'),
  )
  const leftover = new RegExp(`^(?:\\.${stem}-${UUID}\\.mjs|${previous}\\.${UUID})$`)
  for (const found of await readdir(folder))
    if (leftover.test(found)) await removeFile(join(folder, found), on)
}

/** Replaces the program, which is kept as the previous one only if it runs. */
async function replace(
  running: RunningProgram,
  content: Uint8Array,
  { prove, disk }: Pick<OwnProgram, 'prove'> & { disk: Disk },
): Promise<string> {
  const file = programPath(running)
  const folder = dirname(file)
  const next = join(folder, `.${basename(file, '.mjs')}-${randomUUID()}.mjs`)
  const previous = previousPath(file)
  try {
    await writeSynced(next, content, disk)
    makeWritable(file, disk)
    await chmod(next, (await stat(running.file)).mode & 0o777)
    await prove(next).catch((cause: unknown) => {
      const message = phrase(INSTALL_FAILURES.ofRelease, { problem: failureOf(cause) })
      throw phraseError('internal', message, { cause })
    })
    if (!isPrevious(running)) await keep(file, previous, disk)
    await rename(next, file, disk)
  } finally {
    await removeFile(next, disk)
  }
  await syncFolder(folder)
  return previous
}

async function keep(file: string, previous: string, on: On): Promise<void> {
  const beside = `${previous}.${randomUUID()}`
  try {
    await copySynced(file, beside, on)
    await rename(beside, previous, on)
  } finally {
    await removeFile(beside, on)
  }
}
