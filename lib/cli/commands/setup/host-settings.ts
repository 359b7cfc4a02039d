/** Writes the settings into the host's environment, with the command line program of the host. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { isSetting } from '../../../core/config/services.ts'
import { type Answers, UNSET } from './step.ts'

/** The settings that only the publisher's or an operator's machine reads, not the functions. */
const LOCAL = [
  'KURA_KEY_DIR',
  'KURA_PASSPHRASE',
  'KURA_RELEASE_DIR',
  'KURA_STORE_FILE',
  'KURA_PROTECTION_BYPASS',
]

export function hostSettings(answers: Answers): string[] {
  return Object.keys(answers).filter(
    name => isSetting(name) && !LOCAL.includes(name) && answers[name] !== UNSET,
  )
}

/**
 * The command that sets a variable. It works in every shell, because the name of a setting has only letters and `_`.
 */
const commandOf = (name: string) => `npx vercel env add ${name} production --sensitive`

/** Commands for sh, without values, so that no secret appears in the shell's history or in a list of processes. */
export function shellLines(names: readonly string[]): string[] {
  return [
    'set -a; . ./.env; set +a',
    `for name in ${names.join(' ')}; do`,
    `  printenv "$name" | tr -d '\\n' | ${commandOf('"$name"')}`,
    'done',
  ]
}

/**
 * The lines for PowerShell, which contain no values. `cmd` connects the two programs, because older versions of
 * PowerShell add a line break to what they pass on.
 */
export function powerShellLines(names: readonly string[]): string[] {
  const write = 'node --env-file=.env -e ""process.stdout.write(process.env.$name)""'
  return [
    `foreach ($name in ${names.map(name => `'${name}'`).join(', ')}) {`,
    `  cmd /c "${write} | ${commandOf('$name')}"`,
    '}',
  ]
}

/** Sets each variable, with its value on standard input. Returns the names that the host's program refused. */
export async function uploadSettings(
  names: readonly string[],
  answers: Answers,
  { env, cwd }: { env: Readonly<Record<string, string | undefined>>; cwd: string },
): Promise<string[]> {
  const refused: string[] = []
  for (const name of names) {
    // uses a shell, because on Windows npx is a batch file, which only a shell can start
    const child = spawn(commandOf(name), { cwd, env, shell: true, stdio: ['pipe', 'ignore', 'inherit'] })
    child.stdin.on('error', () => undefined)
    child.stdin.end(answers[name])
    const [status] = await once(child, 'close').catch(() => [1])
    if (status !== 0) refused.push(name)
  }
  return refused
}
