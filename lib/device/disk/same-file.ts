/** Whether two paths are those of one file. */
import { stat } from 'node:fs/promises'

/**
 * Compares two absolute paths by the files that they lead to; false if one is missing. The texts do not tell: Windows and
 * macOS ignore letter case, and a folder may be a link.
 */
export async function isSameFile(one: string, other: string): Promise<boolean> {
  const identity = (path: string) => stat(path, { bigint: true }).catch(() => undefined)
  const [first, second] = await Promise.all([identity(one), identity(other)])
  return first !== undefined && first.dev === second?.dev && first.ino === second.ino
}
