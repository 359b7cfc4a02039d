/** Where things lie in a device's directory, relative to it, with `/`. */
import { createHash } from 'node:crypto'

export const CREDENTIALS = 'credentials.json'
export const OWN = '.kura'
export const STATE = '.kura/state.json'
/** The state to come, so that taking it over needs no room. */
export const NEXT_STATE = '.kura/state.next'
export const JOURNAL = '.kura/journal.json'
export const LOCK = '.kura/lock'
export const STAGING = '.kura/staging'
/** Files as they were before the release that is being put in place. */
export const UNDO = '.kura/undo'
/** What a person had where a file of the release had to go. */
export const REPLACED = '.kura/replaced'

/** The content with this SHA-256, before it is in its place. */
export function stagedPath(sha256: string): string {
  return `${STAGING}/${sha256}`
}

/** The parts of a content that have arrived so far, one after the other. */
export function partialPath(sha256: string): string {
  return `${STAGING}/${sha256}.partial`
}

/** Where the file that a step of the journal takes away is kept until the end; paths are hashed, for they are long. */
export function undoPath(path: string): string {
  return `${UNDO}/${createHash('sha256').update(path).digest('hex')}`
}

export function folderOf(path: string): string {
  return path.split('/').slice(0, -1).join('/')
}
