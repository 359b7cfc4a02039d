/** Runs `kura move …` in a folder that is removed when the test ends. */
import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { registerMove } from '../../../../lib/cli/commands/move/index.ts'
import { type CommandDeps, type CommandOutcome, runCommand } from '../../../helpers/run-command.ts'
import { temporaryDirectory } from '../../../helpers/temporary-directory.ts'
import { HOSTS } from '../../../move/page/moved-pages.ts'
import { CERTIFICATE_FILE, type ServedHosts } from '../../../move/serve-hosts.ts'

const MAIN = resolve(import.meta.dirname, '../../../../lib/cli/main.ts')

export interface MoveFolder {
  readonly path: string
  save(name: string, text: string): Promise<void>
  /** Runs the command. `output` gets its output, even if the command ends with an error. */
  kura(words: readonly string[], output?: string[], deps?: CommandDeps): Promise<CommandOutcome>
  /** Runs the command in a process of its own. `started` is called with a function that presses Ctrl-C. */
  kuraProcess(words: readonly string[], started: (interrupt: () => void) => void): Promise<Ended>
}

interface Ended {
  readonly status: number | null
  readonly out: string
  readonly err: string
}

export async function moveFolder(): Promise<MoveFolder> {
  const path = await temporaryDirectory()
  return {
    path,
    save: (name, text) => writeFile(join(path, name), text),
    kura: (words, output = [], deps = {}) =>
      runCommand(registerMove, ['move', ...words], {
        cwd: path,
        env: { KURA_LANGUAGE: 'en' },
        wrote: text => output.push(text),
        ...deps,
      }),
    kuraProcess: (words, started) => runProcess(path, words, started),
  }
}

function runProcess(
  cwd: string,
  words: readonly string[],
  started: (interrupt: () => void) => void,
): Promise<Ended> {
  const child = spawn(process.execPath, [MAIN, 'move', ...words], {
    cwd,
    env: { PATH: process.env['PATH'], HOME: cwd, KURA_LANGUAGE: 'en' },
  })
  const written = { out: '', err: '' }
  child.stdout.on('data', chunk => {
    written.out += chunk
  })
  child.stderr.on('data', chunk => {
    written.err += chunk
  })
  started(() => child.kill('SIGINT'))
  return new Promise((end, fail) => {
    child.once('error', fail)
    child.once('close', status => end({ status, ...written }))
  })
}

/** Returns the options with which a command reaches `hosts` on loopback. */
export function loopbackWords({ httpPort, httpsPort }: ServedHosts): string[] {
  return [
    ...['--allow-private', '--rate', '1000000', '--ca', CERTIFICATE_FILE, '--connect-to'],
    ...HOSTS.flatMap(host => [`${host}:443:127.0.0.1:${httpsPort}`, `${host}:80:127.0.0.1:${httpPort}`]),
  ]
}
