/** Changes the files of a payload, and changes them back. */
import { rm, rmdir } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { writeFileAtomic } from '../../disk/atomic-file.ts'
import { foldersOf } from '../../release/path.ts'

export interface PayloadChange {
  readonly write: ReadonlyMap<string, Uint8Array>
  readonly remove: readonly string[]
}

/** Removes and writes files below `dir`; folders that become empty go too, so that a file can take their place. */
export async function changePayload(dir: string, { write, remove }: PayloadChange): Promise<void> {
  const at = (path: string) => join(dir, path.replaceAll('/', sep))
  for (const path of remove) {
    await rm(at(path), { force: true })
    for (const folder of foldersOf(path).toReversed()) await removeIfEmpty(at(folder))
  }
  for (const [path, content] of write) await writeFileAtomic(at(path), content)
}

/** Writes a file, or removes it if `content` is undefined. */
export async function putFile(path: string, content: Uint8Array | string | undefined): Promise<void> {
  if (content === undefined) await rm(path, { force: true })
  else await writeFileAtomic(path, content)
}

async function removeIfEmpty(folder: string): Promise<void> {
  await rmdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(error.code ?? '')) throw error
  })
}
