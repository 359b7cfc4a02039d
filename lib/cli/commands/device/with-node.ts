import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { syncFolder, writeSynced } from '../../../core/disk/atomic-file.ts'
import { digestFile } from '../../../core/disk/digest-file.ts'
import { AppError } from '../../../core/errors.ts'
import type { ReportProgress } from '../../../core/work/progress.ts'
import { NODES } from '../../../device/disk/layout.ts'
import {
  NODE_DIST,
  type NodeBuild,
  type NodeSystem,
  type PinnedNode,
} from '../../../device/program/node-build.ts'

export function withNodeOption({ builds }: PinnedNode) {
  const systems = Object.keys(builds) as NodeSystem[]
  const isSystem = (text: string): text is NodeSystem => systems.some(system => system === text)
  const collect = (text: string, given: readonly NodeSystem[] = []): readonly NodeSystem[] => {
    if (!isSystem(text)) throw new InvalidArgumentError(`Allowed choices are ${systems.join(', ')}.`)
    return [...given, text]
  }
  return new Option('--with-node <system>', 'put Node for this system into the folder; may be repeated')
    .choices(systems)
    .argParser(collect)
}

export interface BringDeps {
  readonly fetch: typeof fetch
  readonly mirror: string | undefined
  readonly progress: ReportProgress
  readonly signal: AbortSignal
}

/**
 * Fetches the build for `system` into `folder`, unless the folder has it. The start file verifies the build again.
 * @throws AppError `remote_unreachable`, or `remote_answer` if the file has another hash; no file is left then
 */
export async function bringNode(
  folder: string,
  system: NodeSystem,
  { node, ...deps }: BringDeps & { node: PinnedNode },
): Promise<void> {
  const build = node.builds[system]
  const file = join(folder, NODES, system === 'windows' ? `node-v${node.version}.exe` : build.name)
  if ((await digestOf(file)) === build.sha256) return
  const source = `${(deps.mirror || NODE_DIST).replace(/\/$/, '')}/v${node.version}/${build.name}`
  const { url, headers } = withoutPassword(source)
  const part = `${file}.part`
  await mkdir(dirname(file), { recursive: true })
  try {
    await rm(part, { force: true })
    await writeSynced(part, piecesOf(url, build, { ...deps, headers }))
    if ((await digestOf(part)) !== build.sha256)
      throw new AppError('remote_answer', `Cannot use "${url}": it is not the build of Node that kura pins`, {
        hint: 'try again in another network; KURA_NODE_MIRROR names another place',
      })
    await rename(part, file)
    await syncFolder(dirname(file))
  } finally {
    await rm(part, { force: true })
  }
}

/** Moves name and password from the address to a header: no message may contain them, and `fetch` refuses them. */
function withoutPassword(address: string): { url: string; headers: Record<string, string> } {
  const [found = '', scheme = '', signIn = ''] = /^(https?:\/\/)([^/]*)@/.exec(address) ?? []
  if (found === '') return { url: address, headers: {} }
  const basic = Buffer.from(decodeURIComponent(signIn)).toString('base64')
  return { url: scheme + address.slice(found.length), headers: { authorization: `Basic ${basic}` } }
}

async function* piecesOf(
  url: string,
  { bytes }: NodeBuild,
  { fetch, progress, signal, headers }: BringDeps & { headers: Record<string, string> },
): AsyncGenerator<Uint8Array> {
  try {
    const { body, status } = await fetch(url, { signal, headers })
    if (status !== 200 || !body) throw new Error(`the status is ${status}`)
    let done = 0
    for await (const piece of body) {
      done += piece.byteLength
      if (done > bytes) return
      progress({ what: 'fetching Node', done, total: bytes, unit: 'bytes' })
      yield piece
    }
  } catch (cause) {
    signal.throwIfAborted()
    throw new AppError('remote_unreachable', `Cannot fetch Node from "${url}"`, {
      hint: 'check the network; KURA_NODE_MIRROR names another place',
      cause,
    })
  }
}

async function digestOf(file: string): Promise<string | undefined> {
  return (await digestFile(file).catch(() => undefined))?.sha256
}
