/** Starts no program from the current folder: Windows would search it first, and others may put files there. */
import { statSync } from 'node:fs'
import { isAbsolute, join, win32 } from 'node:path'

/** `status` is `NOT_STARTED` if the program could not be started, or did not end in time. */
export interface Ended {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
}

export type RunProgram = (name: string, words: readonly string[]) => Promise<Ended>

export const runHere: RunProgram = (name, words) => runSystemProgram(name, words, {})

export interface SystemDeps {
  readonly platform?: NodeJS.Platform | undefined
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
  /** The limit in milliseconds, because a program that waits for a service may never end. */
  readonly limit?: number | undefined
}

const NOT_STARTED = 127
const LIMIT = 60_000

/** Runs the program `name` of the system with the arguments `words`. Never throws. */
export async function runSystemProgram(
  name: string,
  words: readonly string[],
  {
    platform = process.platform,
    // biome-ignore lint/style/noProcessEnv: the environment enters here
    env = process.env,
    limit = LIMIT,
    input = '',
  }: SystemDeps & { input?: string | undefined },
): Promise<Ended> {
  const file = systemProgram(name, { platform, env })
  if (file === undefined)
    return { status: NOT_STARTED, stdout: '', stderr: `this system has no program "${name}"` }
  // loaded here, because a sync usually starts no other program
  const { execFile } = await import('node:child_process')
  return new Promise(resolve => {
    const options = { windowsHide: true, timeout: limit }
    const child = execFile(file, [...words], options, (error, stdout, stderr) => {
      const status = error ? (typeof error.code === 'number' ? error.code : NOT_STARTED) : 0
      const why = status === NOT_STARTED ? (error?.message ?? '') : ''
      resolve({ status, stdout, stderr: stderr || why })
    })
    // ignored, because writing fails if the program does not start or closes its input
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(input)
  })
}

/** The first line of a program's errors, else of its output, else its exit status. */
export function saidBy({ status, stdout, stderr }: Ended): string {
  return (stderr || stdout).trim().split('\n', 1)[0]?.trim() || `status ${status}`
}

/** Returns the program's full path: on Windows in System32, on other systems in an absolute folder of PATH. */
export function systemProgram(
  name: string,
  { platform, env }: Required<Pick<SystemDeps, 'platform' | 'env'>>,
): string | undefined {
  if (platform === 'win32') return win32.join(windowsFolder(env?.['SystemRoot']), 'System32', `${name}.exe`)
  const folders = (env?.['PATH'] ?? '/usr/bin:/bin').split(':').filter(folder => isAbsolute(folder))
  return folders.map(folder => join(folder, name)).find(isFile)
}

function windowsFolder(named = ''): string {
  return win32.isAbsolute(named) ? named : 'C:\\Windows'
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}
