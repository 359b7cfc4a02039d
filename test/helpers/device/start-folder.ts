/**
 * A folder with the start file of macOS and Linux, and a mirror with two versions of Node. A test can replace the
 * system's tools that the start file uses: its line `tools=` names the folders in which it searches for them.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { access, chmod, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { shellStartFile } from '../../../lib/device/program/start-files/shell.ts'
import { temporaryDirectory } from '../temporary-directory.ts'
import { buildHere, type StandInNode, serveMirror, standInNode } from './node-mirror.ts'

const hasBuild = ['x64', 'arm64'].includes(process.arch)

/** Whether this machine can test the start file with stand-ins for its tools: it needs builds for this machine. */
export const canStart = process.platform === 'linux' && hasBuild

/** Whether this machine can test the start file with its own tools. */
export const canStartHere = canStart || (process.platform === 'darwin' && hasBuild)

/** The shells that this machine has. */
export const SHELLS = ['dash', 'bash', 'zsh'].filter(shell => spawnSync(shell, ['-c', 'exit 0']).status === 0)

/** The version in the start file. */
export const VERSION = '24.21.0'
export const NEWER = '24.22.0'

/** Returns a device program that prints its name, the Node that runs it, and its arguments. */
export const program = (name: string, status = 0) =>
  `if (process.argv[2] === '--version') console.log('kura-device 1.0.0')
else { console.log(['${name}', process.env.STAND_IN, ...process.argv.slice(2)].join(' ')); process.exitCode = ${status} }
`
interface FolderOptions {
  readonly name?: string
  readonly language?: 'en' | 'ja'
  readonly proxy?: string
  readonly files?: Readonly<Record<string, string>>
}

/** Opens a folder with the start file, and serves a mirror with two versions. */
export async function openFolder({ name = 'pc', language = 'en', proxy, files }: FolderOptions = {}) {
  const [node, newer] = await Promise.all([standInNode(VERSION), standInNode(NEWER)])
  const mirror = await serveMirror(node, newer)
  const parent = await temporaryDirectory()
  const dir = join(parent, name)
  await mkdir(join(dir, '.kura'), { recursive: true })
  const tools = join(parent, 'tools')
  await mkdir(tools)
  // the real `sync` waits for every disk of the machine
  await writeFile(join(tools, 'sync'), '#!/bin/sh\n', { mode: 0o755 })
  const start = shellStartFile({ language, proxy, node: node.pinned })
  await writeFile(join(dir, 'start-linux.sh'), start.replace(/^tools=/m, `tools='${tools}':`))
  for (const [file, content] of Object.entries({ 'kura-device.mjs': program('new'), ...files }))
    await writeFile(join(dir, file), content)
  const env = { PATH: '/usr/bin:/bin', KURA_NODE_MIRROR: mirror.url }
  return {
    dir,
    tools,
    node,
    newer,
    mirror,
    env,
    /** Puts a stand-in in place of a program of the system. */
    replace: async (tool: string, script: string) => {
      await writeFile(join(tools, tool), `#!/bin/sh\n${script}\n`)
      await chmod(join(tools, tool), 0o755)
    },
    run: (words: readonly string[] = ['sync'], options: RunOptions = {}) =>
      startIn(dir, words, { ...options, env: { ...env, ...options.env } }).ended,
    /** Returns the versions that are ready to run. */
    versions: async () => {
      const found = await readdir(join(dir, '.kura/node')).catch(() => [])
      const whole = await Promise.all(
        found.map(name =>
          access(join(dir, '.kura/node', name, 'bin/node')).then(
            () => [name],
            () => [],
          ),
        ),
      )
      return whole.flat().sort()
    },
    left: () => readdir(join(dir, '.kura/node')).catch(() => []),
  }
}

interface RunOptions {
  readonly shell?: string
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  readonly file?: string
}

export function startIn(
  dir: string,
  words: readonly string[],
  { shell = 'dash', env = {}, cwd = dir, file = 'start-linux.sh' }: RunOptions,
) {
  // a process group of its own, so that it can be killed with all its children
  const child = spawn(shell, [file, ...words], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]).then(
    ([out, err, [code]]) => ({ code: code as number | null, out, err }),
  )
  return { ended, kill: () => process.kill(-(child.pid ?? 0), 'SIGKILL') }
}

/** Returns the line of `.kura/node.txt` that asks for the build for this machine. */
export function lineOf(node: StandInNode): string {
  const { name, sha256, bytes } = buildHere(node)
  return `${node.pinned.version} ${name} ${sha256} ${bytes}\n`
}
