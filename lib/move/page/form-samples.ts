/**
 * Chooses the forms of old addresses to request. Every old page is requested as listed, and with a query, on the first
 * old host over https. The other forms depend only on rules of the host, so a sample of each group of paths is
 * requested in all forms. For another page, a form is left out only if pages of its group with the same rule had no
 * finding in this form.
 */
import { addressKey, originKey } from '../visit/address-key.ts'
import type { Hop } from '../visit/hop.ts'
import type { PageTask } from './list.ts'
import type { UrlVariant } from './url-variants.ts'

/** A row of the report. */
export interface FormSample {
  /** The first host's answer to the listed address: `308 https://new.example{path}`. */
  readonly rule: string
  /** The first folder and the ending of the paths: `/news/…/`. */
  readonly paths: string
  /** The form of the address: `http://www.old.example, as listed` */
  readonly form: string
  readonly addresses: number
  readonly requested: number
  /** The number of requested addresses with a finding. */
  readonly faulty: number
}

export interface FormSamples {
  /** Whether the page is a sample. The caller checks the samples before the other pages. */
  isSampled(path: string): boolean
  /** Whether the form must be requested. Also counts it as an address of its group. */
  needs(variant: UrlVariant, page: SampledPage): boolean
  note(variant: UrlVariant, page: SampledPage, faults: number): void
  rows(): FormSample[]
}

export interface SampledPage {
  readonly path: string
  /** The rule that answered the listed address. */
  readonly rule: string
}

/** The addresses of a group that are requested before a form is left out. */
const LEAST = 2

/** Half the square root of the number of pages, at least two. */
export function sampleSize(pages: number): number {
  return Math.max(LEAST, Math.ceil(Math.sqrt(pages) / 2))
}

type GrowingSample = { -readonly [K in keyof FormSample]: FormSample[K] }

export function createFormSamples(
  tasks: readonly PageTask[],
  { everyForm, firstOrigin }: { everyForm: boolean; firstOrigin: string },
): FormSamples {
  const sampled = everyForm ? undefined : choosePages(tasks)
  const groups = new Map<string, Map<string, GrowingSample>>()
  let last = { path: '', paths: '' }
  const groupOf = ({ origin, pathForm }: UrlVariant, { path, rule }: SampledPage) => {
    // callers ask for the forms of one page in a row, so its group is computed once
    if (last.path !== path) last = { path, paths: groupOfPath(path) }
    const { paths } = last
    const form = `${origin}, ${pathForm}`
    const key = `${rule}\n${paths}`
    const forms = groups.get(key) ?? new Map<string, GrowingSample>()
    groups.set(key, forms)
    const group = forms.get(form) ?? { rule, paths, form, addresses: 0, requested: 0, faulty: 0 }
    forms.set(form, group)
    return group
  }
  return {
    isSampled: path => sampled?.has(path) ?? true,
    needs(variant, page) {
      const group = groupOf(variant, page)
      group.addresses += 1
      const { origin, pathForm } = variant
      if (origin === firstOrigin && (pathForm === 'as listed' || pathForm === 'with a query')) return true
      if (sampled?.has(page.path) ?? true) return true
      return group.faulty > 0 || group.requested < LEAST
    },
    note(variant, page, faults) {
      const group = groupOf(variant, page)
      group.requested += 1
      if (faults > 0) group.faulty += 1
    },
    rows: () => [...groups.values()].flatMap(forms => [...forms.values()]),
  }
}

export function sumOf(samples: readonly FormSample[]) {
  const sum = { addresses: 0, requested: 0, faulty: 0 }
  for (const { addresses, requested, faulty } of samples) {
    sum.addresses += addresses
    sum.requested += requested
    sum.faulty += faulty
  }
  return sum
}

/** Chooses pages that are spread evenly over each group, including its first and its last page. */
function choosePages(tasks: readonly PageTask[]): ReadonlySet<string> {
  const groups = Map.groupBy(
    tasks.filter(({ old }) => old),
    ({ path }) => groupOfPath(path),
  )
  const chosen = new Set<string>()
  for (const group of groups.values()) {
    const size = Math.min(group.length, sampleSize(group.length))
    for (let index = 0; index < size; index++) {
      const at = size === 1 ? 0 : Math.round((index * (group.length - 1)) / (size - 1))
      chosen.add(group[at]?.path ?? '')
    }
  }
  return chosen
}

/** Returns `/news/…/` for `/news/2024/`, because redirect rules distinguish beginning, ending and query. */
export function groupOfPath(path: string): string {
  const [pathname = '/', query] = path.split('?')
  if (pathname === '/') return query === undefined ? '/' : '/?…'
  const folder = /^\/[^/]*\/(?=.)/.exec(pathname)?.[0] ?? '/'
  const ending = pathname.endsWith('/') ? '/' : (/\.[A-Za-z0-9]{1,8}$/.exec(pathname)?.[0] ?? '')
  return `${folder}…${ending}${query === undefined ? '' : '?…'}`
}

/** Describes the answer as a rule: `308 https://new.example{path}`, `404`, `no answer`. */
export function ruleOf({ status, location, trouble }: Hop, target: string): string {
  if (trouble || status === undefined) return 'no answer'
  if (location === undefined) return String(status)
  const { pathname, search } = new URL(target)
  const { origin } = new URL(location)
  const keeps = addressKey(location) === addressKey(`${origin}${pathname}${search}`)
  return keeps ? `${status} ${originKey(location)}{path}` : `${status} ${location}`
}
