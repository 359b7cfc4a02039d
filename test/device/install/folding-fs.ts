/**
 * Node's file system, for which names that differ in letter case alone are one, as on Windows and macOS, below one directory:
 *   vi.mock('node:fs', async () => (await import('…/folding-fs.ts')).foldingFs)
 *   vi.mock('node:fs/promises', async () => (await import('…/folding-fs.ts')).foldingPromises)
 * A file keeps the name that it was made with.
 */
import { join, relative, sep } from 'node:path'

const fs = process.getBuiltinModule('node:fs')
const promises = process.getBuiltinModule('node:fs/promises')

let folding: string | undefined

/** Folds names below `dir` from now on; undefined ends the folding. */
export function foldNamesBelow(dir: string | undefined): void {
  folding = dir
}

/** The path in the letters that it has on the disk, as far as it exists. */
function spelled(path: unknown): unknown {
  if (folding === undefined || typeof path !== 'string' || !path.startsWith(`${folding}/`)) return path
  return relative(folding, path)
    .split(sep)
    .reduce((folder, name) => join(folder, namesIn(folder).find(isAlike(name)) ?? name), folding)
}

function isAlike(name: string): (other: string) => boolean {
  return other => other.toLowerCase() === name.toLowerCase()
}

function namesIn(folder: string): string[] {
  try {
    return fs.readdirSync(folder)
  } catch {
    return []
  }
}

type Call = (...given: unknown[]) => unknown

function folded<Module extends object>(module: Module): Module {
  const members = Object.entries(module).map(([name, member]) => {
    const isCall = typeof member === 'function' && /^[a-z]/.test(name)
    return [name, isCall ? (...given: unknown[]) => (member as Call)(...given.map(spelled)) : member]
  })
  return Object.fromEntries(members)
}

export const foldingFs = folded(fs)
export const foldingPromises = folded(promises)
