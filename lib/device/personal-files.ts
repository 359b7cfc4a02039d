/**
 * `.kura/replaced`: what a person had where a file of the release had to go. Nothing there is ever overwritten: a
 * second file of one path goes into `.kura/replaced/2/`, and so on.
 */
import { AppError } from '../errors.ts'
import { foldersOf } from '../release/path.ts'
import type { Disk } from './disk.ts'
import { REPLACED } from './layout.ts'

/** A person's file, and where its content is now. */
export interface ReplacedFile {
  readonly path: string
  readonly copy: string
}

const MOST_COPIES = 1000

/** Copies the file at `from`, which stood at `path`, and says where to; once is enough for one content. */
export async function keepPersonalFile(
  disk: Disk,
  { path, from }: { path: string; from: string },
): Promise<ReplacedFile> {
  const sha256 = await disk.digest(from)
  for (let number = 1; number <= MOST_COPIES; number++) {
    const copy = number === 1 ? `${REPLACED}/${path}` : `${REPLACED}/${number}/${path}`
    const found = await disk.look(copy)
    if (found.kind === 'file' && (await disk.digest(copy)) === sha256) return { path, copy }
    if (found.kind !== 'absent') continue
    for (const folder of foldersOf(copy)) await disk.makeFolder(folder)
    await disk.copy(from, copy)
    return { path, copy }
  }
  throw new AppError(
    'device_write',
    `Cannot keep the changed file "${path}": there are ${MOST_COPIES} of it`,
    {
      hint: `move the files in ${REPLACED} away, then sync again`,
    },
  )
}
