/** Paths relative to a device's directory, with `/`. */
import { createHash } from 'node:crypto'

export const CREDENTIALS = 'credentials.json'
/** The token that the first run exchanges for the device's key. */
export const ENROLMENT = 'enrolment.json'
/** The claim is sent with the token. It is kept until the key is stored, so that the exchange can be repeated. */
export const CLAIM = '.kura/enrolment-claim'
export const NEXT_CREDENTIALS = '.kura/credentials.next'
export const OWN = '.kura'
export const STATE = '.kura/state.json'
/** The newest verified root, if it is newer than the root in the credentials. */
export const ROOT = '.kura/root.json'
/** The next state is written in advance, so that committing it needs no disk space. */
export const NEXT_STATE = '.kura/state.next'
export const JOURNAL = '.kura/journal.json'
export const NEXT_JOURNAL = '.kura/journal.next'
export const NEXT_INDEX = '.kura/index.new'
/** The proxy and the system's certificates that worked in earlier runs. */
export const NETWORK = '.kura/network.json'
export const NEXT_NETWORK = '.kura/network.next'
/** The newest end of the host's activity log that the device has seen, as one line. */
export const LOG_HEAD = '.kura/log-head'
export const LOCK = '.kura/lock'
export const STAGING = '.kura/staging'
/** The files that the running installation replaces or removes. */
export const UNDO = '.kura/undo'
/** Copies of a person's files that files of a release have replaced. */
export const REPLACED = '.kura/replaced'

/** The builds of Node that the start file has fetched, a folder for each version. */
export const NODES = '.kura/node'
export function nodePath(version: string, platform: NodeJS.Platform): string {
  return `${NODES}/${version}/${platform === 'win32' ? 'node.exe' : 'bin/node'}`
}

/** The program as Node has compiled it, a folder for each version of Node. */
export const COMPILED = '.kura/compiled'

/** The build of Node that the start file has to fetch, as one line. */
export const WANTED_NODE = '.kura/node.txt'
/** The id of the machine on which the folder was set up. */
export const MACHINE = '.kura/machine'
/** The user whose task syncs the folder. */
export const TASK_USER = '.kura/task-user'

/** The pattern of an id that `randomUUID` makes. */
export const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

export function stagedPath(sha256: string): string {
  return `${STAGING}/${sha256}`
}

/** The parts of a content that have arrived so far, in order. */
export function partialPath(sha256: string): string {
  return `${STAGING}/${sha256}.partial`
}

/** The file in which a content is made from a file and a delta. */
export function madePath(sha256: string): string {
  return `${STAGING}/${sha256}.made`
}

/** The place of the file at `path` during an installation. Its name is a hash, because paths can be long. */
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
