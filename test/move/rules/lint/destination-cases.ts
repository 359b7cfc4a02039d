/** Destinations of rules, and the lint's findings about each. */
import type { HostingConfiguration, RedirectRule } from '../../../../lib/move/rules/hosting-configuration.ts'

const OLD = [{ type: 'host' as const, value: 'old.example' }]
export const rule = (
  source: string,
  destination: string,
  more: Partial<RedirectRule> = {},
): RedirectRule => ({ source, destination, has: OLD, permanent: true, ...more })
export const catchAll = rule('/(.*)', 'https://new.example/$1')

export interface LintCase {
  readonly name: string
  readonly configuration: HostingConfiguration
  readonly addresses?: string[]
  readonly to?: string
  readonly from?: string
  /** Every finding as `kind severity about`, in any order. */
  readonly want: string[]
}
export const DESTINATION_CASES: readonly LintCase[] = [
  {
    name: 'a destination without its scheme depends on the folder, and grows for ever',
    configuration: { redirects: [rule('/old(.*)', 'new.example/old$1')] },
    want: ['relative_destination error redirects[0]', 'loop error https://old.example/olda/'],
  },
  {
    name: 'a destination with one slash after its scheme',
    configuration: { redirects: [rule('/old', 'https:/new.example/old')] },
    want: ['relative_destination error redirects[0]'],
  },
  {
    name: 'a destination without its scheme that loses the path',
    configuration: { redirects: [rule('/old/(.*)', 'new.example')] },
    want: [
      'relative_destination error redirects[0]',
      'misses_root error redirects[0]',
      'loop error https://old.example/old/a',
      'loop error https://old.example/old/a/',
    ],
  },
  {
    name: 'a destination that begins with two slashes',
    configuration: { redirects: [rule('/old', '//new.example/old')] },
    want: ['relative_destination error redirects[0]'],
  },
  {
    name: 'two slashes before the path',
    configuration: { redirects: [rule('/(.*)', 'https://new.example//$1')] },
    want: ['double_slash error redirects[0]'],
  },
  {
    name: 'two slashes in a path of the same host',
    configuration: { redirects: [rule('/a', '/b//c')] },
    want: ['double_slash error redirects[0]'],
  },
  {
    name: 'an address in the query is no path with two slashes',
    configuration: { redirects: [rule('/a', 'https://new.example/login?to=https://new.example/a')] },
    want: [],
  },
  {
    name: 'the path behind a number sign',
    configuration: { redirects: [rule('/(.*)', 'https://new.example/#/$1')] },
    want: ['fragment error redirects[0]'],
  },
  {
    name: 'a port',
    configuration: { redirects: [rule('/(.*)', 'https://new.example:8080/$1')] },
    to: 'new.example',
    want: ['port error redirects[0]'],
  },
  {
    name: 'a folder before every path',
    configuration: { redirects: [rule('/(.*)', 'https://new.example/shop/$1')] },
    want: ['other_path warning redirects[0]'],
  },
  {
    name: 'every path in a query',
    configuration: { redirects: [rule('/(.*)', 'https://new.example/?page=$1')] },
    want: ['other_path warning redirects[0]'],
  },
  {
    name: 'a folder that becomes another folder',
    configuration: { redirects: [rule('/blog/:post*', 'https://new.example/news/:post*')] },
    want: ['…'],
  },
]
