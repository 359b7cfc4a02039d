/**
 * Reads request targets, and routes their paths in the same order as the host: files and functions, then rewrites, then
 * nothing. Pure.
 */
import type { HostFunction, HostProject } from '../../lib/exposure/project.ts'

const FORBIDDEN_CHARACTER = /[^\x21-\x7e]|\\/
const DOT_SEGMENT = /^(?:\.|%2e){1,2}$/i

export type Resolution =
  | { readonly function: HostFunction }
  /** A path relative to outputDirectory. */
  | { readonly file: string }
  | undefined

/** The router; it gets paths as `readTarget` returns them. */
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

/** The paths that reach a function: `/api/name`, and `/api/name.ts`, whose extension the host drops. */
function addresses(found: HostFunction): [string, HostFunction][] {
  return [
    [`/api/${found.name}`, found],
    [`/${found.file}`, found],
  ]
}

/**
 * The path, still percent-encoded and without its query. Undefined if the target has to be refused with 400: it is not
 * in origin form (RFC 9112 section 3.2.1), its percent-encoding is invalid, or it contains a NUL, a backslash, a
 * character that needs encoding, or a dot segment. (A URL parser would resolve a dot segment to another path than the
 * one that was routed.)
 */
export function readTarget(target: string): string | undefined {
  const [path = ''] = target.split(/[?#]/)
  if (!path.startsWith('/') || FORBIDDEN_CHARACTER.test(target)) return undefined
  if (path.split('/').some(segment => DOT_SEGMENT.test(segment))) return undefined
  const decoded = decodePath(path)
  return decoded === undefined || decoded.includes('\0') ? undefined : path
}

export function decodePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}
