/**
 * Writes the redirect rules of a move: one permanent rule for each host, which covers the root, trailing slashes and
 * every path.
 */
import type { MovedSite } from '../moved-site.ts'
import type { RedirectRule } from './hosting-configuration.ts'

/** The source that matches the root, every path and every trailing slash (document 2, redirect behaviour 1). */
const EVERY_PATH = '/(.*)'

export interface RuleOptions {
  /** Whether the old homepage is answered with 301 instead of 308, for tools that require 301. */
  readonly homepage301?: boolean
}

/**
 * The `redirects` member of the hosting configuration. The first rule that matches wins, so the rules for homepages
 * come first.
 */
export function writeRules(site: MovedSite, { homepage301 = false }: RuleOptions = {}): RedirectRule[] {
  const homepages = homepage301 ? site.oldHosts.map(host => homepageRule(host, site.newHost)) : []
  const aliases = site.newAlias === undefined ? [] : [site.newAlias]
  return [...homepages, ...[...site.oldHosts, ...aliases].map(host => everyPathRule(host, site.newHost))]
}

function everyPathRule(host: string, newHost: string): RedirectRule {
  return {
    source: EVERY_PATH,
    has: [{ type: 'host', value: host }],
    destination: `https://${newHost}/$1`,
    permanent: true,
  }
}

function homepageRule(host: string, newHost: string): RedirectRule {
  return {
    source: '/',
    has: [{ type: 'host', value: host }],
    destination: `https://${newHost}/`,
    statusCode: 301,
  }
}
