/** The files and folders of a device's directory, as paths relative to it with `/`. */
import { createHash } from 'node:crypto'

export const CREDENTIALS = 'credentials.json'
/** In the folder of a new device: the token that the first run exchanges for the device's key. */
export const ENROLMENT = 'enrolment.json'
/**
 * The claim that the device sends with the token. The claim is kept until the key is stored, so that the exchange can
 * be repeated.
 */
export const CLAIM = '.kura/enrolment-claim'
/** The new credentials before they replace the present ones. */
export const NEXT_CREDENTIALS = '.kura/credentials.next'
export const OWN = '.kura'
export const STATE = '.kura/state.json'
/** The newest root that the device has verified, if it is newer than the root in the credentials. */
export const ROOT = '.kura/root.json'
/** The next state, staged so that committing it needs no disk space. */
export const NEXT_STATE = '.kura/state.next'
export const JOURNAL = '.kura/journal.json'
export const NEXT_JOURNAL = '.kura/journal.next'
/** The index before it is renamed to its final name. */
export const NEXT_INDEX = '.kura/index.new'
/** The facts about the network that worked in earlier runs: a proxy, the system's certificates. */
export const NETWORK = '.kura/network.json'
/** The next content of `NETWORK`, before it is renamed to its final name. */
export const NEXT_NETWORK = '.kura/network.next'
/** One line: the newest end of the host's activity log that the device has seen. */
export const LOG_HEAD = '.kura/log-head'
export const LOCK = '.kura/lock'
export const STAGING = '.kura/staging'
/** The files and folders that the running installation replaces or removes. */
export const UNDO = '.kura/undo'
/** Copies of a person's files that files of a release have replaced. */
export const REPLACED = '.kura/replaced'

/** The versions of Node that the start file has fetched, each in a folder of its own. */
export const NODES = '.kura/node'
export function nodePath(version: string, platform: NodeJS.Platform): string {
  return `${NODES}/${version}/${platform === 'win32' ? 'node.exe' : 'bin/node'}`
}

/** The program as Node has compiled it, in a folder for each version of Node. */
export const COMPILED = '.kura/compiled'

/** One line: the build of Node that the start file has to fetch. */
export const WANTED_NODE = '.kura/node.txt'
/** The id of the machine on which the folder was set up. */
export const MACHINE = '.kura/machine'
/** The name of the user whose task syncs the folder. */
export const TASK_USER = '.kura/task-user'

/** The form of a random id, which `randomUUID` makes. */
export const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

export function stagedPath(sha256: string): string {
  return `${STAGING}/${sha256}`
}

/** The path of the parts of a file's content that have arrived so far, in order. */
export function partialPath(sha256: string): string {
  return `${STAGING}/${sha256}.partial`
}

/** The path of a file's content while it is made from a file and a delta. */
export function madePath(sha256: string): string {
  return `${STAGING}/${sha256}.made`
}

/** The path to which a step of the journal moves the file at `path`. It is a hash, because paths can be long. */
export function undoPath(path: string): string {
  return `${UNDO}/${createHash('sha256').update(path).digest('hex')}`
}

export function folderOf(path: string): string {
  return path.split('/').slice(0, -1).join('/')
}

/** The distinct folders in groups of the same depth, the outermost first. */
export function foldersByDepth(folders: Iterable<string>): string[][] {
  const levels = new Map<number, string[]>()
  for (const folder of new Set(folders)) {
    const depth = folder === '' ? 0 : folder.split('/').length
    levels.set(depth, levels.get(depth) ?? [])
    levels.get(depth)?.push(folder)
  }
  return [...levels].sort(([one], [other]) => one - other).map(([, level]) => level)
}
