import { statSync } from 'node:fs'

/** Compares the files and not the paths, because Windows and macOS ignore letter case, and a folder may be a link. */
export async function isSameFile(one: string, other: string): Promise<boolean> {
  const [first, second] = [identityOf(one), identityOf(other)]
  return first !== undefined && first.dev === second?.dev && first.ino === second.ino
}

function identityOf(path: string) {
  try {
    return statSync(path, { bigint: true })
  } catch {
    return undefined
  }
}
