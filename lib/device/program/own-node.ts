import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Disk } from '../disk/disk.ts'
import { COMPILED, NODES, nodePath, WANTED_NODE } from '../disk/layout.ts'
import { isSameFile } from '../disk/same-file.ts'
import { buildFor, PINNED_NODE, type PinnedNode } from './node-build.ts'

export interface RunningNode {
  readonly file: string
  readonly version: string
  readonly arch: string
}

const thisNode: RunningNode = { file: process.execPath, version: process.versions.node, arch: process.arch }

/**
 * Asks the start file for a newer pinned build, in the one line of `.kura/node.txt`: version, name, SHA-256 and size.
 * Removes builds older than the running one. Does nothing if a Node outside the folder runs the program. No failure
 * here makes a sync fail: the next sync tries again.
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
    // ignored: the disk may be full, or an older Node may still run another command
  }
}

const VERSION = /^(\d+\.\d+\.\d+)$/
/** Matches folders of compiled programs. Their names begin with Node's version; its system and its flags follow. */
const COMPILED_BY = /^v(\d+\.\d+\.\d+)-/
const GOING = /\.going$/

interface Older {
  readonly folder: string
  /** Matches the names of folders that may be removed, and captures their versions. */
  readonly version: RegExp
  readonly than: string
}

/**
 * Renames a folder before removing it, so that another process finds it whole or not at all. A killed run may leave a
 * folder `.going`.
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

/** Ignores a missing folder, which an earlier try has renamed. */
function isGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

function isNewer(one: string, other: string): boolean {
  return one.localeCompare(other, 'en', { numeric: true }) > 0
}
