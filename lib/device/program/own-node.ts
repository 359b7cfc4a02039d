/**
 * Keeps the Node in the device's folder current. The start file fetches this Node and runs the device program with it.
 * If the device program pins a newer build, it asks the start file for that build. It also removes the versions older
 * than the running one. No failure here makes a sync fail: the next sync tries again.
 */
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Disk } from '../disk/disk.ts'
import { COMPILED, NODES, nodePath, WANTED_NODE } from '../disk/layout.ts'
import { isSameFile } from '../disk/same-file.ts'
import { buildFor, PINNED_NODE, type PinnedNode } from './node-build.ts'

export interface RunningNode {
  /** The absolute path of its program. */
  readonly file: string
  readonly version: string
  readonly arch: string
}

const thisNode: RunningNode = {
  file: process.execPath,
  version: process.versions.node,
  arch: process.arch,
}

/**
 * Names a newer pinned build to the start file, in the one line of `.kura/node.txt`: version, name, SHA-256 and size.
 * Removes builds older than the running one. Does nothing if another Node runs the program, such as that of a company.
 */
export async function keepNodeCurrent(
  disk: Disk,
  { pinned = PINNED_NODE, running = thisNode }: { pinned?: PinnedNode; running?: RunningNode } = {},
): Promise<void> {
  const { dir, platform } = disk
  if (!(await isSameFile(running.file, join(dir, nodePath(running.version, platform))))) return
  try {
    const build = buildFor({ platform, arch: running.arch }, pinned)
    if (build && isNewer(pinned.version, running.version)) {
      const { name, sha256, bytes } = build
      await disk.replace(WANTED_NODE, `${pinned.version} ${name} ${sha256} ${bytes}\n`)
    }
    await removeOlder(disk, { folder: COMPILED, version: COMPILED_BY, than: running.version })
    await removeOlder(disk, { folder: NODES, version: VERSION, than: running.version })
  } catch {
    // fails for example if the disk is full, or if an older Node still runs another command
  }
}

const VERSION = /^(\d+\.\d+\.\d+)$/
/**
 * Matches the names of folders with compiled programs. Node begins each name with its version; its system and its flags
 * follow.
 */
const COMPILED_BY = /^v(\d+\.\d+\.\d+)-/
/** The name under which a folder is removed. */
const GOING = /\.going$/

interface Older {
  readonly folder: string
  /** Matches the names of the folders that may be removed, and in them the version. */
  readonly version: RegExp
  readonly than: string
}

/**
 * Removes the folders of earlier versions. Each gets another name first, in one step: another process finds the folder
 * whole or not at all. A folder that a killed run has left under that name is removed too.
 */
async function removeOlder({ dir, list, retry }: Disk, { folder, version, than }: Older): Promise<void> {
  for (const name of await list(folder)) {
    const [, older] = version.exec(name) ?? []
    if (!GOING.test(name) && (older === undefined || !isNewer(than, older))) continue
    const going = join(dir, folder, GOING.test(name) ? name : `${name}.going`)
    await retry(name, async () => {
      await rename(join(dir, folder, name), going).catch(isGone)
      await rm(going, { recursive: true, force: true })
    })
  }
}

/** Ignores a missing folder: an earlier try has given it its other name. */
function isGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

function isNewer(one: string, other: string): boolean {
  return one.localeCompare(other, 'en', { numeric: true }) > 0
}
