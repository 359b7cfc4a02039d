import { isIP } from 'node:net'
import { domainToASCII, domainToUnicode } from 'node:url'
import { getDomain } from 'tldts'
import { AppError } from '../core/errors.ts'

/** A moved site. Its host names are in ASCII (punycode) and lower case. */
export interface MovedSite {
  /** The old domain without `www.`, which must not occur in the site any more. */
  readonly oldDomain: string
  /** The host that the person named, then its other form (with or without www), if it has one. */
  readonly oldHosts: readonly string[]
  readonly newHost: string
  /** The other form of the new host, with or without www, which redirects to `newHost`. */
  readonly newAlias: string | undefined
}

export type OldSite = Pick<MovedSite, 'oldDomain' | 'oldHosts'>

/** @throws AppError `usage` if the name is not a domain */
export function readOldSite(name: string): OldSite {
  const host = readHost(name)
  const alias = aliasOf(host)
  return { oldDomain: withoutWww(host), oldHosts: alias ? [host, alias] : [host] }
}

export function hostsOf({ oldHosts, newHost, newAlias }: MovedSite): ReadonlySet<string> {
  return new Set([...oldHosts, newHost, ...(newAlias === undefined ? [] : [newAlias])])
}

/**
 * Reads both names. Only a registrable name has a www form: `example.co.jp`, but not `blog.example.jp`.
 * @throws AppError `usage` if a name is not a domain, or both names are the same site
 */
export function readMove(oldName: string, newName: string): MovedSite {
  const old = readOldSite(oldName)
  const newHost = readHost(newName)
  if (old.oldHosts.includes(newHost)) {
    throw new AppError('usage', `Cannot move "${oldName}" to "${newName}": both are the same site`)
  }
  return { ...old, newHost, newAlias: aliasOf(newHost) }
}

export function unicodeHost(host: string): string {
  return domainToUnicode(host) || host
}

/** @throws AppError `usage` if `name` is not a domain */
export function readHost(name: string): string {
  const bare = name
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\.?\/?$/, '')
  const host = /[/\\?#@:%\s]/.test(bare) ? '' : domainToASCII(bare)
  const labels = host.split('.')
  if (isIP(host) !== 0 || labels.length < 2 || !labels.every(label => /^[a-z0-9_-]{1,63}$/.test(label))) {
    throw new AppError('usage', `Cannot read "${name}" as a domain: expected a name such as old.example`)
  }
  return host
}

function aliasOf(host: string): string | undefined {
  if (host.startsWith('www.')) return withoutWww(host)
  const registrable = getDomain(host, { allowPrivateDomains: false }) === host
  return registrable ? `www.${host}` : undefined
}

function withoutWww(host: string): string {
  return host.replace(/^www\./, '')
}
