/**
 * A folder with the start file of macOS and Linux, and a place on loopback that has two versions of Node. The tools that the
 * start file needs can be replaced: its line `tools=` names the folders where it looks for them.
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

/** Whether the start file can be tried here, with builds for this machine and stand-ins for its tools. */
export const canStart = process.platform === 'linux' && hasBuild

/** Whether the start file can be tried here with the tools of this machine. */
export const canStartHere = canStart || (process.platform === 'darwin' && hasBuild)

/** The shells of this machine. */
export const SHELLS = ['dash', 'bash', 'zsh'].filter(shell => spawnSync(shell, ['-c', 'exit 0']).status === 0)

/** The version in the start file. */
export const VERSION = '24.21.0'
export const NEWER = '24.22.0'

/** A device program that says its name, with which Node it runs, and its arguments. */
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

/** A folder with the start file, and a place that has two versions. */
export async function openFolder({ name = 'pc', language = 'en', proxy, files }: FolderOptions = {}) {
  const [node, newer] = await Promise.all([standInNode(VERSION), standInNode(NEWER)])
  const mirror = await serveMirror(node, newer)
  const parent = await temporaryDirectory()
  const dir = join(parent, name)
  await mkdir(join(dir, '.kura'), { recursive: true })
  const tools = join(parent, 'tools')
  await mkdir(tools)
  // the real one waits for every disk of the machine
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
    /** A stand-in for a program of the system. */
    replace: async (tool: string, script: string) => {
      await writeFile(join(tools, tool), `#!/bin/sh\n${script}\n`)
      await chmod(join(tools, tool), 0o755)
    },
    run: (words: readonly string[] = ['sync'], options: RunOptions = {}) =>
      startIn(dir, words, { ...options, env: { ...env, ...options.env } }).ended,
    /** The versions that can run. */
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
  // a group of its own, so that it can be killed with all that it has started
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

/** The line of `.kura/node.txt` that asks for the build for this machine. */
export function lineOf(node: StandInNode): string {
  const { name, sha256, bytes } = buildHere(node)
  return `${node.pinned.version} ${name} ${sha256} ${bytes}\n`
}
