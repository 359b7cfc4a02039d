/**
 * `npm run check:production`: a production install, without the development packages, runs every command that a
 * production machine needs. Copies the tracked files into an empty folder and installs there, as a person would.
 */
import { execFileSync, execSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')

/** The commands, each with its words and its exit status. `start` says that its sandboxes are for development. */
const COMMANDS: readonly (readonly [words: string, status: number])[] = [
  ['--help', 0],
  ['no-such-command', 2],
  ['import', 2],
  ['start --once', 2],
  ['publish --help', 0],
  ['publish --check --release .kura/release', 1],
  ['root init --keys ../keys --release made --no-passphrase', 0],
  ['publish sandbox/payload --keys ../keys --release made', 0],
  ['publish sandbox/payload --check --release made', 0],
  ['key issue mei --scope admin --out ../operator.json', 0],
  ['key list --local', 0],
  ['enrol laptop --dir ../laptop --release made --local', 0],
  ['status --dir ../laptop', 1],
  ['sync --dir ../laptop', 1],
  ['devices --local', 0],
  ['notices --local', 0],
  ['probe http://127.0.0.1:9', 1],
  ['move rules old.example new.example', 0],
  ['move lint vercel.json', 0],
  ['move check --help', 0],
  ['chat --help', 0],
  ['registrar --help', 0],
  ['accounting --help', 0],
]

const SETTINGS = {
  KURA_URL: 'http://127.0.0.1:9',
  KURA_SECRETS: `1:${Buffer.alloc(32, 1).toString('base64url')}`,
  KURA_SEAL_KEYS: `1:${Buffer.alloc(32, 2).toString('base64url')}`,
}

const scratch = mkdtempSync(join(tmpdir(), 'kura-production-'))
const folder = join(scratch, 'project')
try {
  for (const file of trackedFiles()) cpSync(join(ROOT, file), join(folder, file))
  execSync('npm ci --omit=dev --ignore-scripts', { cwd: folder, stdio: 'inherit' })
  const faults = COMMANDS.flatMap(([words, status]) => faultOf(words, status))
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
  else console.log(`a production install runs all ${COMMANDS.length} commands`)
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

function trackedFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' })
  return listed.split('\0').filter(file => file !== '')
}

/** The fault of a command: another exit status than expected or, whatever the status, a missing package. */
function faultOf(words: string, status: number): string[] {
  const program = ['lib/cli/main.ts', ...words.split(' ')]
  const env = { PATH: process.env['PATH'], HOME: folder, ...SETTINGS }
  const ran = spawnSync(process.execPath, program, { cwd: folder, env, encoding: 'utf8' })
  const shown = `${ran.stdout}${ran.stderr}`
  const missing = /ERR_MODULE_NOT_FOUND|Cannot find package|unexpected fault/.test(shown)
  if (ran.status === status && !missing) return []
  return [`kura ${words}: exit status ${ran.status}, expected ${status}\n${shown}`]
}
