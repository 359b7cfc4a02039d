/**
 * Keeps the Node in the device's folder current. The start file fetches this Node and runs the device program with it.
 * If the device program pins a newer build, it asks the start file for that build, and it removes the versions before
 * the one that runs. No failure here makes a sync fail: the next sync tries again.
 */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Disk } from '../disk/disk.ts'
import { NODES, nodePath, WANTED_NODE } from '../disk/layout.ts'
import { isSameFile } from '../disk/same-file.ts'
import { buildFor, PINNED_NODE, type PinnedNode } from './node-build.ts'

/** The Node that runs this program. */
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
 * Does nothing if the program runs with another Node, such as that of a company or of an operator's machine. The only
 * line of `.kura/node.txt` has the version, the name, the SHA-256 and the size of the build.
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
    for (const version of await disk.list(NODES))
      if (VERSION.test(version) && isNewer(running.version, version))
        await disk.retry(version, () => rm(join(dir, NODES, version), { recursive: true, force: true }))
  } catch {
    // fails for example if the disk is full, or if an older Node still runs another command
  }
}

const VERSION = /^\d+\.\d+\.\d+$/

function isNewer(one: string, other: string): boolean {
  return one.localeCompare(other, 'en', { numeric: true }) > 0
}
