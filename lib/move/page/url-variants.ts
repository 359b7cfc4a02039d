/** The addresses at which one page of the old site was reachable: http and https, apex and www, slash, query. */
import type { MovedSite } from '../moved-site.ts'

/** `/a` for `/a/` and the other way round; undefined for the root and for a path that ends in a file's name. */
export function otherSlashForm(path: string): string | undefined {
  if (path === '/') return undefined
  if (path.endsWith('/')) return path.slice(0, -1)
  const name = path.slice(path.lastIndexOf('/') + 1)
  return /\.[A-Za-z0-9]{1,8}$/.test(name) ? undefined : `${path}/`
}

export interface UrlVariant {
  readonly url: string
  /** Whether the list names this path and query; the host and the scheme do not count. */
  readonly listed: boolean
  /** The target of the redirect: the same path and query on the new host. */
  readonly target: string
}

export interface VariantOptions extends Pick<MovedSite, 'oldHosts' | 'newHost'> {
  /** Another query to try on the page, to see whether queries survive: `name=value`. */
  readonly probeQuery?: string | undefined
}

/**
 * Every form of the page at `path` (with its query): each old host over http and https, with and without a trailing
 * slash, and without the query if it has one.
 */
export function urlVariants(path: string, { oldHosts, newHost, probeQuery }: VariantOptions): UrlVariant[] {
  const origins = oldHosts.flatMap(host => [`https://${host}`, `http://${host}`])
  const forms = pathForms(path, probeQuery)
  return origins.flatMap(origin =>
    forms.map(form => ({
      url: `${origin}${form}`,
      listed: form === path,
      target: `https://${newHost}${form}`,
    })),
  )
}

function pathForms(path: string, probeQuery: string | undefined): string[] {
  const [pathname = '/', ...query] = path.split('?')
  const other = otherSlashForm(pathname)
  const search = query.length > 0 ? `?${query.join('?')}` : ''
  const bare = search === '' ? [] : [pathname]
  const probed = search === '' && probeQuery !== undefined ? [`${pathname}?${probeQuery}`] : []
  return [path, ...bare, ...(other ? [`${other}${search}`] : []), ...probed]
}
