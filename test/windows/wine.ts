/** Runs Windows programs. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { inject, onTestFinished } from 'vitest'
import type { Windows } from './prefix.ts'

export const NODE = 'C:\\Program Files\\nodejs\\node.exe'

/** Whether this machine has a Windows to test with; without one, every check is skipped. */
export const hasWindows = inject('windows') !== undefined

/** Milliseconds for a program. */
const LIMIT = 120_000

export interface Ended {
  /** The exit status; null if the program was killed. */
  readonly status: number | null
  /** The text that the program printed to standard output and error. */
  readonly said: string
}

function windows(): Windows {
  const found = inject('windows')
  if (!found) throw new Error('this machine has no Wine')
  return found
}

/** The path on this machine of `C:\…`. */
export function pathOf(file: string): string {
  return join(windows().drive, ...file.split('\\').slice(1))
}

export interface RunOptions {
  /** Variables besides those of every program; an undefined one is removed. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** The lines that a person types. */
  readonly typed?: readonly string[]
}

/**
 * Runs a program of drive C until it ends. Its output goes to a file, because Node under Wine cannot write to a pipe.
 */
export async function runWindows(
  words: readonly [program: string, ...words: string[]],
  { env: given = {}, typed = [] }: RunOptions = {},
): Promise<Ended> {
  const { wine, env, drive } = windows()
  const folder = await mkdtemp(join(tmpdir(), 'kura-wine-'))
  const file = join(folder, 'output')
  const output = await open(file, 'w')
  await writeFile(join(folder, 'input'), typed.map(line => `${line}\r\n`).join(''))
  const input = await open(join(folder, 'input'))
  try {
    const child = spawn(wine, words, {
      cwd: drive,
      env: { ...env, ...given },
      stdio: [input.fd, output.fd, output.fd],
      timeout: LIMIT,
      killSignal: 'SIGKILL',
    })
    const [status] = (await once(child, 'exit')) as [number | null]
    return { status, said: await readFile(file, 'utf8') }
  } finally {
    await input.close()
    await output.close()
    await rm(folder, { recursive: true })
  }
}

let started = 0

/**
 * Starts `hold` or `scan` of `programs/` and waits until it is at work. The returned function ends the program, and
 * returns its output.
 */
export async function startWindows(
  program: 'hold' | 'scan',
  how: string,
  file: string,
): Promise<() => Promise<string>> {
  const ready = `C:\\programs\\ready-${++started}`
  const ended = runWindows([`C:\\programs\\${program}.exe`, how, ready, file])
  let over: Ended | undefined
  void ended.then(outcome => {
    over = outcome
  })
  while (!existsSync(pathOf(ready))) {
    if (over) throw new Error(`${program} does not start: ${over.said}`)
    await delay(10)
  }
  const end = async () => {
    await rm(pathOf(ready), { force: true })
    return (await ended).said
  }
  onTestFinished(async () => void (await end()))
  return end
}

/** Sets a fixed proxy in the settings of Windows until the test ends. */
export async function setProxy(server: string, enabled = '1'): Promise<void> {
  const key = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Internet Settings'
  const enable = (value: string) =>
    runWindows(['reg', 'add', key, '/v', 'ProxyEnable', '/t', 'REG_DWORD', '/d', value, '/f'])
  onTestFinished(async () => void (await enable('0')))
  await runWindows(['reg', 'add', key, '/v', 'ProxyServer', '/d', server, '/f'])
  await enable(enabled)
}
