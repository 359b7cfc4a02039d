/** Routes a path in the order of the host's own routing: files and functions, then rewrites, then nothing. Pure. */
import type { HostFunction, HostProject } from '../../lib/exposure/project.ts'
import { decodePath } from './request-target.ts'

export type Resolution =
  | { readonly function: HostFunction }
  /** Relative to outputDirectory. */
  | { readonly file: string }
  | undefined

/** A router over the project; its paths are those that `readTarget` returns. */
export function createRouter(
  project: Pick<HostProject, 'functions' | 'files' | 'settings'>,
): (path: string) => Resolution {
  const functions = new Map(project.functions.flatMap(addresses))
  const files = new Set(project.files)
  const rewrites = project.settings.rewrites.map(({ source, destination }) => ({
    pattern: new RegExp(`^${source}$`),
    destination,
  }))
  return path => {
    const file = decodePath(path)?.slice(1) ?? ''
    if (files.has(file)) return { file }
    const rewritten = rewrites.find(({ pattern }) => pattern.test(path))?.destination
    const found = functions.get(path) ?? functions.get(rewritten ?? path)
    return found && { function: found }
  }
}

/** A function answers under its name, and under its file's name: the host drops the extension. */
function addresses(found: HostFunction): [string, HostFunction][] {
  return [
    [`/api/${found.name}`, found],
    [`/${found.file}`, found],
  ]
}
