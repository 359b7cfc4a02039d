/**
 * A mirror with builds of Node, laid out as on nodejs.org, on loopback. A build is a small stand-in: its `node` prints
 * the version of the build, or runs this machine's Node, with STAND_IN set to the version for the programs that it
 * starts.
 */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import type { NodeBuild, NodeSystem, PinnedNode } from '../../../lib/device/program/node-build.ts'
import { temporaryDirectory } from '../temporary-directory.ts'

/** A version, and the contents of its builds by their paths on the mirror. */
export interface StandInNode {
  readonly pinned: PinnedNode
  readonly files: ReadonlyMap<string, Buffer>
}

const made = new Map<string, Promise<StandInNode>>()

/** Returns the builds of `version`, which are made only once. With `broken`, their `node` does not start. */
export function standInNode(version: string, { broken = false } = {}): Promise<StandInNode> {
  const key = `${version} ${broken}`
  const node = made.get(key) ?? makeNode(version, broken)
  made.set(key, node)
  return node
}

async function makeNode(version: string, broken: boolean): Promise<StandInNode> {
  const folder = await temporaryDirectory()
  const files = new Map<string, Buffer>()
  const build = async (name: string, content: Buffer): Promise<NodeBuild> => {
    files.set(`/v${version}/${name}`, content)
    return { name, sha256: createHash('sha256').update(content).digest('hex'), bytes: content.length }
  }
  const script = `#!/bin/sh
${broken ? 'exit 1' : ''}
if [ "$1" = --version ]; then echo v${version}; exit; fi
STAND_IN=${version} exec '${process.execPath}' "$@"
`
  const archive = async (platform: string) => {
    const name = `node-v${version}-${platform}`
    await mkdir(join(folder, name, 'bin'), { recursive: true })
    await writeFile(join(folder, name, 'bin/node'), script, { mode: 0o755 })
    await writeFile(join(folder, name, 'README.md'), 'Node')
    const file = join(folder, `${name}.tar.gz`)
    // as in official builds, the files belong to the user id of another machine
    const owner = process.platform === 'linux' ? ['--owner=1234', '--group=1234'] : []
    await promisify(execFile)('tar', [...owner, '-czf', file, '-C', folder, name])
    return build(`${name}.tar.gz`, await readFile(file))
  }
  const builds: Record<NodeSystem, NodeBuild> = {
    windows: await build('win-x64/node.exe', Buffer.from(`node.exe ${version}`)),
    'macos-arm64': await archive('darwin-arm64'),
    'macos-x64': await archive('darwin-x64'),
    'linux-x64': await archive('linux-x64'),
    'linux-arm64': await archive('linux-arm64'),
  }
  return { pinned: { version, builds }, files }
}

/** The system of this machine, if there is a build for it. */
export const systemHere: NodeSystem = `${process.platform === 'darwin' ? 'macos' : 'linux'}-${process.arch === 'arm64' ? 'arm64' : 'x64'}`

/** Returns the build for this machine. */
export function buildHere({ pinned }: Pick<StandInNode, 'pinned'>): NodeBuild {
  return pinned.builds[systemHere]
}

/** Puts the build for this machine into a device's folder, as a start file does. */
export async function placeNode(dir: string, node: StandInNode): Promise<void> {
  const { pinned, files } = node
  const { version } = pinned
  const { name } = buildHere(node)
  const folder = join(dir, '.kura/node', version)
  await mkdir(folder, { recursive: true })
  const archive = join(await temporaryDirectory(), name)
  await writeFile(archive, files.get(`/v${version}/${name}`) ?? '')
  await promisify(execFile)('tar', ['-xzf', archive, '-C', folder, '--strip-components=1'])
}

type Answer = (request: IncomingMessage, response: ServerResponse) => void

/** Serves the builds until the test ends. */
export async function serveMirror(...nodes: readonly StandInNode[]) {
  const files = new Map(nodes.flatMap(node => [...node.files]))
  const give: Answer = ({ url = '' }, response) => {
    // the path of a request through a proxy contains the whole address
    const content = files.get(url.replace(/^http:\/\/[^/]+/, ''))
    response.writeHead(content ? 200 : 404, { 'content-length': content?.length ?? 0 }).end(content)
  }
  const asked: string[] = []
  const place = { asked, give, answer: give, files, url: '' }
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    place.answer(request, response)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  })
  place.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return place
}
