/** Plants a fault in a generated site. */
import type { Verdict } from '../../../lib/move/verdicts.ts'
import type { Served } from '../serve-hosts.ts'
import type { BuiltSite } from './layout.ts'
import type { Fault } from './moved-site.ts'

export interface FaultRow {
  readonly name: string
  /** Changes the files of the new site. */
  readonly files?: (site: BuiltSite) => void
  /** Changes the answers of the hosts. */
  readonly fault?: Fault
  /** A finding that must be there. */
  readonly says: RegExp
  /** Whether every finding must be about this fault; unset if the fault shows in several ways. */
  readonly alone?: boolean
  /** The largest number of findings. */
  readonly most?: number
  /** The verdict of the whole check; `failed` unless given. */
  readonly verdict?: Verdict
}

export interface SiteCase {
  readonly name: string
  readonly build: (origin: string) => BuiltSite
  /** A page, and a folder with several pages. */
  readonly page: string
  readonly folder: string
  /** Another page of about the same length. */
  readonly other: string
}

/** Changes the text of one file. */
export const edit = (path: string, change: (text: string) => string) => (site: BuiltSite) => {
  const file = site.get(path)
  if (!file) throw new Error(`no ${path} in the site`)
  site.set(path, { ...file, body: change(file.body) })
}
export const inHead = (path: string, tag: string) =>
  edit(path, text => text.replace('</head>', `${tag}</head>`))
export const inBody = (path: string, tag: string) =>
  edit(path, text => text.replace(/<img src="\/assets\/photo\.png"/, `${tag}$&`))
export const replaceIn = (path: string, from: string | RegExp, to: string) =>
  edit(path, text => {
    const changed = text.replace(from, to)
    if (changed === text) throw new Error(`${from} is not in ${path}`)
    return changed
  })
/** Answers for some paths of one host, over one scheme. */
export const on =
  (origin: string, paths: RegExp, answer: (path: string, usual: Served) => ReturnType<Fault>): Fault =>
  ({ scheme, host, path }, usual) =>
    `${scheme}://${host}` === origin && paths.test(path) ? answer(path, usual) : undefined
export const without = (path: string) => path.replace(/\?.*/, '')
