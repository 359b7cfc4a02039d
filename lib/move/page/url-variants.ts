import type { MovedSite } from '../moved-site.ts'

/** Returns `/a` for `/a/` and the reverse; undefined for the root and the name of a file. */
export function otherSlashForm(path: string): string | undefined {
  if (path === '/') return undefined
  if (path.endsWith('/')) return path.slice(0, -1)
  const name = path.slice(path.lastIndexOf('/') + 1)
  return /\.[A-Za-z0-9]{1,8}$/.test(name) ? undefined : `${path}/`
}

export type PathForm = 'as listed' | 'with a query' | 'without its query' | 'other slash'

export interface UrlVariant {
  readonly url: string
  /** The origin: `https://www.old.example` */
  readonly origin: string
  readonly pathForm: PathForm
  /** Whether path and query are those in the list; host and scheme may differ. */
  readonly listed: boolean
  /** The address with the same path and query on the new host. */
  readonly target: string
}

/** The query that tests whether a redirect keeps queries, if the listed address has none. */
export const PROBE_QUERY = 'kura-move-check=1'

/** Returns the forms of an address, first the listed one on the first host over https. */
export function urlVariants(path: string, { oldHosts, newHost }: Pick<MovedSite, 'oldHosts' | 'newHost'>) {
  const origins = oldHosts.flatMap(host => [`https://${host}`, `http://${host}`])
  const forms = pathForms(path)
  return origins.flatMap(origin =>
    forms.map(
      ({ form, pathForm }): UrlVariant => ({
        url: `${origin}${form}`,
        origin,
        pathForm,
        listed: pathForm === 'as listed',
        target: `https://${newHost}${form}`,
      }),
    ),
  )
}

function pathForms(path: string): { form: string; pathForm: PathForm }[] {
  const [pathname = '/', ...query] = path.split('?')
  const other = otherSlashForm(pathname)
  const search = query.length > 0 ? `?${query.join('?')}` : ''
  return [
    { form: path, pathForm: 'as listed' },
    search === ''
      ? { form: `${pathname}?${PROBE_QUERY}`, pathForm: 'with a query' }
      : { form: pathname, pathForm: 'without its query' },
    ...(other ? [{ form: `${other}${search}`, pathForm: 'other slash' as const }] : []),
  ]
}
