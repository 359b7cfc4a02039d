/** Puts the settings into the environment of the host, by the host's own command line. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { isSetting } from '../../core/config/setting-names.ts'
import type { Answers } from './steps.ts'

/** Settings of the publisher's or the caller's machine, which the functions do not read. */
const LOCAL = [
  'KURA_KEY_DIR',
  'KURA_PASSPHRASE',
  'KURA_RELEASE_DIR',
  'KURA_STORE_FILE',
  'KURA_PROTECTION_BYPASS',
]

/** The settings that the functions need, by name. */
export function hostSettings(answers: Answers): string[] {
  return Object.keys(answers).filter(name => isSetting(name) && !LOCAL.includes(name))
}

const words = (name: string) => ['vercel', 'env', 'add', name, 'production', '--sensitive']

/** Lines for a shell; no value is in them, so none is in a history or in a list of processes. */
export function hostLines(names: readonly string[]): string[] {
  return [
    'set -a; . ./.env; set +a',
    ...names.map(name => `printf %s "$${name}" | npx ${words(name).join(' ')}`),
  ]
}

/** Sets each variable, its value on standard input, and returns the names of those that the command line refused. */
export async function uploadSettings(
  names: readonly string[],
  answers: Answers,
  { env, cwd }: { env: Readonly<Record<string, string | undefined>>; cwd: string },
): Promise<string[]> {
  const refused: string[] = []
  for (const name of names) {
    const child = spawn('npx', words(name), { cwd, env, stdio: ['pipe', 'ignore', 'inherit'] })
    child.stdin.on('error', () => undefined)
    child.stdin.end(answers[name])
    const [status] = await once(child, 'close').catch(() => [1])
    if (status !== 0) refused.push(name)
  }
  return refused
}
