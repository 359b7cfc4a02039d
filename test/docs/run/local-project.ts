/** A copy of the project in a temporary folder, with the local host running in it, as `npm start` runs it. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../../helpers/http/free-port.ts'
import { sharedCompileCache } from '../../helpers/processes/compile-cache.ts'
import { count } from '../../helpers/run/sampled.ts'
import { PROJECT } from '../pages.ts'

/** Runs a command and answers its questions; it lies in the copy, so that nothing is written into the checkout. */
const ANSWERED = 'test/docs/run/answered-command.ts'
/** The files that the commands of the manual need. */
const COPIED = [
  '.gitignore',
  '.vercelignore',
  'api',
  'bin',
  'examples',
  'lib',
  'package.json',
  'sandbox',
  'scripts',
  'tsconfig.json',
  'vercel.json',
]
/** Not copied: a release that was published in the checkout. */
const RELEASE = 'lib/services/distribution/release'

export interface Ended {
  readonly status: number | null
  /** Standard output and standard error, in the order of their arrival. */
  readonly output: string
}

export interface LocalProject {
  readonly folder: string
  /** `http://127.0.0.1:<port>` */
  readonly url: string
  /** The output of `npm start` before it began to wait. */
  readonly screen: string
  /** Runs a shell script in the project's folder; the script ends at the first command that fails. */
  shell(script: string): Promise<Ended>
  /** Runs a kura command, with `answers` typed at its terminal. */
  answered(words: readonly string[], answers: readonly string[]): Promise<Ended>
  /** Stops the local host, does `work`, and starts the host again with further settings. */
  stopped(work: () => Promise<unknown>, settings?: Record<string, string>): Promise<void>
  stop(): Promise<void>
}

/**
 * `given`: a person's own environment, for `npm start` alone. `settings`: the text of the file `.env`, which `npm
 * start` and every command read. `language`: the language of `npm start` and every command. `words`: the options of `npm
 * start`; by default there is no example company, so that a page begins with nothing.
 */
export async function startLocalProject(
  given: Record<string, string> = {},
  settings?: string,
  language: 'en' | 'ja' = 'en',
  words: readonly string[] = ['--no-example'],
): Promise<LocalProject> {
  const folder = await mkdtemp(join(tmpdir(), 'kura-docs-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    const project = join(folder, 'kura')
    await copyProject(project)
    if (settings !== undefined) await writeFile(join(project, '.env'), settings)
    const env = {
      ...(await createHome(join(folder, 'home'), language)),
      ...(await sharedCompileCache(folder)),
    }
    // another host may take the port 3000 while this one is stopped
    const port = await freePort()
    const start: Start = (settings = {}) =>
      startHost(project, ['--port', `${port}`, ...words], { ...env, ...given, ...settings })
    return createProject(project, { env, host: await start(), start, remove })
  } catch (error) {
    await remove()
    throw error
  }
}

async function copyProject(project: string): Promise<void> {
  await mkdir(join(project, dirname(ANSWERED)), { recursive: true })
  const copied = COPIED.map(name => join(PROJECT, name))
  // faster than fs.cp()
  await promisify(execFile)('cp', ['-R', ...copied, project])
  await cp(join(PROJECT, ANSWERED), join(project, ANSWERED))
  await rm(join(project, RELEASE), { recursive: true, force: true })
  await symlink(join(PROJECT, 'node_modules'), join(project, 'node_modules'))
}

type Start = (settings?: Record<string, string>) => Promise<LocalHost>

interface Running {
  readonly env: Record<string, string>
  readonly host: LocalHost
  readonly start: Start
  readonly remove: () => Promise<void>
}

function createProject(folder: string, { env, host: first, start, remove }: Running): LocalProject {
  let host = first
  const end = async () => {
    host.child.kill('SIGINT')
    await host.closed
  }
  // the manual's name for the id of the group channel, which `npm start` prints
  const options = { cwd: folder, env: { ...env, GROUP: host.group } }
  return {
    folder,
    url: host.url,
    screen: host.screen,
    shell: script => ended(spawn('sh', ['-eu', '-c', script], options)),
    answered: (words, answers) =>
      ended(spawn(process.execPath, [ANSWERED, JSON.stringify(answers), ...words], options)),
    async stopped(work, settings) {
      await end()
      await work()
      host = await start(settings)
    },
    async stop() {
      await end()
      await remove()
    },
  }
}

/** Stands for npx, which takes longer than most commands; `whole-way/` runs the real npx. */
const NPX = `#!/bin/sh
[ "$1 $2" = "--no kura" ] && shift 2 && exec "${process.execPath}" bin/kura.js "$@"
[ "$1" = node ] && shift && exec "${process.execPath}" "$@"
echo "npx: expected --no kura, not $1" >&2
exit 1
`

/**
 * Stands for git when the probe lists the files of the project. It names only a few, because each file costs the probe
 * many requests. A whole run uses the real git; `cli/commands/probe/` requests every file.
 */
const GIT = `#!/bin/sh
PATH="\${PATH#*:}"
[ "$*" = "ls-files -z --cached --others --exclude=node_modules/" ] || exec git "$@"
exec printf '%s\\0' api/*.ts lib/cli/main.ts package.json
`

/** A home without this machine's own settings. */
async function createHome(home: string, language: string): Promise<Record<string, string>> {
  await mkdir(join(home, 'bin'), { recursive: true })
  await writeFile(join(home, 'bin/npx'), NPX, { mode: 0o755 })
  if (count({ few: true, all: false })) await writeFile(join(home, 'bin/git'), GIT, { mode: 0o755 })
  return {
    PATH: [join(home, 'bin'), process.env['PATH']].join(delimiter),
    HOME: home,
    KURA_PASSPHRASE: 'a passphrase of the test',
    KURA_LANGUAGE: language,
    // with this setting, a device's start file fetches no Node
    KURA_NODE: process.execPath,
    npm_config_update_notifier: 'false',
    npm_config_logs_max: '0',
  }
}

interface LocalHost {
  readonly child: ChildProcess
  readonly closed: Promise<unknown>
  readonly url: string
  readonly screen: string
  readonly group: string
}

/** Starts the script `start` of package.json, and waits for the line that says how to end it. */
async function startHost(
  project: string,
  options: readonly string[],
  env: Record<string, string>,
): Promise<LocalHost> {
  const { scripts } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'))
  const [, ...words] = String(scripts.start).split(' ')
  const child = spawn(process.execPath, [...words, ...options], { cwd: project, env })
  const closed = once(child, 'close')
  let output = ''
  const url = new Promise<string>(resolve => {
    const hear = (chunk: Buffer) => {
      output += chunk
      // the line that says how to end it, and the link after it
      const [, serving] = /(http:\/\/localhost:\d+); .*Ctrl-C.*\n.*\nhttp.*\n/.exec(output) ?? []
      if (serving) resolve(serving)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
  })
  const failed = closed.then(() => Promise.reject(new Error(`npm start ended:\n${output}`)))
  failed.catch(() => undefined)
  const served = await Promise.race([url, failed])
  return { child, closed, url: served, screen: output, group: /\b\d{19}\b/.exec(output)?.[0] ?? '' }
}

async function ended(child: ReturnType<typeof spawn>): Promise<Ended> {
  let output = ''
  child.stdin?.end()
  const hear = (chunk: Buffer) => {
    output += chunk
  }
  child.stdout?.on('data', hear)
  child.stderr?.on('data', hear)
  const [status] = await once(child, 'close')
  return { status, output }
}
