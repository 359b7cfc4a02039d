/** Runs the host's own builder as for a deployment: offline except for packages that are not in npm's cache. */
import { spawn } from 'node:child_process'
import { lstat, mkdir, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'

export const BUILDER = 'vercel@60.1.3'

/** The names of npm's settings for the source of packages. */
const NPM_SETTINGS =
  /^npm_config_(?:cache|registry|userconfig|globalconfig|https?_proxy|proxy|noproxy|cafile)$/i
const SYSTEM = /^(?:PATH|LANG|LC_ALL|TMPDIR|https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS)$/i
const MINUTES_15 = 900_000

/** Builds `project` into its `.vercel/output` and shows the builder's output. @throws Error if it fails */
export async function buildProject(project: string, { home }: { home: string }): Promise<void> {
  if (await lstat(join(project, 'node_modules')).catch(() => undefined))
    throw new Error(`${project} already has packages: the builder would remove them`)
  await mkdir(join(project, '.vercel'), { recursive: true })
  const settings = { projectId: 'p', orgId: 'o', settings: { framework: null } }
  await writeFile(join(project, '.vercel/project.json'), JSON.stringify(settings))
  const status = await run(`npx --yes ${BUILDER} build`, { cwd: project, env: environment(home) })
  if (status !== 0) throw new Error(`${BUILDER} build ended with ${status}`)
}

/** The environment of the build. Of this machine's settings it has only those that npm needs to find packages. */
function environment(home: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => NPM_SETTINGS.test(name) || SYSTEM.test(name))
  return {
    npm_config_cache: join(homedir(), '.npm'),
    npm_config_userconfig: join(homedir(), '.npmrc'),
    ...Object.fromEntries(kept),
    HOME: home,
    CI: '1',
    VERCEL_TELEMETRY_DISABLED: '1',
    npm_config_prefer_offline: 'true',
  }
}

function run(command: string, options: { cwd: string; env: NodeJS.ProcessEnv }): Promise<number> {
  const child = spawn(command, {
    ...options,
    shell: true,
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: MINUTES_15,
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) =>
      signal ? reject(new Error(`${command}: ${signal}`)) : resolve(code ?? 1),
    )
  })
}
