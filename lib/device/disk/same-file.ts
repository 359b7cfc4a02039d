/** Finds out whether two paths lead to the same file. */
import { stat } from 'node:fs/promises'

/**
 * Compares the files to which two absolute paths lead; false if one file is missing. Comparing the texts of the paths
 * would not be enough: Windows and macOS ignore letter case, and a folder may be a link.
 */
export async function isSameFile(one: string, other: string): Promise<boolean> {
  const identity = (path: string) => stat(path, { bigint: true }).catch(() => undefined)
  const [first, second] = await Promise.all([identity(one), identity(other)])
  return first !== undefined && first.dev === second?.dev && first.ino === second.ino
}
