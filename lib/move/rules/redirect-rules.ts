import type { MovedSite } from '../moved-site.ts'
import type { RedirectRule } from './hosting-configuration.ts'

/** Matches the root, every path and every trailing slash (document 2, redirect behaviour 1). */
const EVERY_PATH = '/(.*)'

export interface RuleOptions {
  /** Whether homepages get a 301 instead of a 308, for tools that require it. */
  readonly homepage301?: boolean
}

/** Writes one permanent rule for each host. The rules for homepages come first, because the first match wins. */
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
