/**
 * What a device gets for its question. Pure: the catalog and the question in, the decision out.
 * Every file of the release has exactly one entry, and says where its content is:
 *   text | base64  here            page: n    in that page, asked for with `page=n`
 *   same           not sent        parts: n   in n parts, asked for with `part=<sha256>.0` to `.n-1`
 * `same` means "you have it, or you did not ask for it". With `have` alone a file is the same where the release that
 * is named has it under the same path; with `want` every content that is not in the list is. No answer is larger than
 * the budget: contents that do not fit stay in their pages, and the fullest pages are the ones that are left to them.
 */
import { BODY_BUDGET, WIRE_VERSION } from '../release/limits.ts'
import type { Answer, Entry, Envelope, ReleaseFile } from '../release/schema.ts'
import type { Place } from './catalog.ts'
import type { Content } from './packing.ts'

/** A release as answers need it. */
export interface Catalog {
  /** The digest of the current release. */
  readonly release: string
  readonly envelope: Envelope
  readonly files: readonly ReleaseFile[]
  readonly roots: readonly { readonly version: number; readonly envelope: Envelope }[]
  readonly places: ReadonlyMap<string, Place>
  /** How many pages there are. */
  readonly pages: number
}

/** A device's question once it is understood. */
export interface Asked {
  /** What the device has: SHA-256 by path; undefined where it named no release or an unknown one. */
  readonly held: ReadonlyMap<string, string> | undefined
  /** The version of the newest root it trusts; without it no root is owed. */
  readonly root: number | undefined
  /** The contents it asks for, whatever it has. */
  readonly want: ReadonlySet<string> | undefined
}

/** An answer without its contents: `inline` entries have theirs put in by `renderAnswer`. */
export interface AnswerPlan {
  readonly roots: readonly Envelope[]
  readonly entries: readonly { readonly file: ReleaseFile; readonly place: Where }[]
}

export type Where = 'inline' | 'same' | { readonly page: number } | { readonly parts: number }

/** Whether nothing is owed (304): the device has the current release, lacks no root, and asks for no content. */
export function isCurrent(
  current: { readonly release: string; readonly root: { readonly version: number } },
  question: {
    readonly have?: string | undefined
    readonly root?: number | undefined
    readonly want?: readonly string[] | undefined
  },
): boolean {
  const lacksRoot = question.root !== undefined && question.root < current.root.version
  return question.have === current.release && !lacksRoot && (question.want ?? []).length === 0
}

/** Whether the device only tells what is on its disk: it reports, and asks for no content in so many words. */
export function isReport({
  status,
  want,
}: {
  readonly status?: unknown
  readonly want?: readonly string[] | undefined
}): boolean {
  return status !== undefined && want?.length === 0
}

/** Decides the answer to a device that is not current. */
export function planAnswer(catalog: Catalog, asked: Asked, budget = BODY_BUDGET): AnswerPlan {
  const roots = catalog.roots.filter(({ version }) => asked.root !== undefined && version > asked.root)
  const envelopes = roots.map(({ envelope }) => envelope)
  const outside = catalog.files.map(file => ({ file, place: outsidePlace(catalog, file, asked) }))
  const room = budget - frameBytes(catalog, { roots: envelopes, entries: outside })
  const inline = inlinePages(
    outside.map(({ file }) => file).filter(file => isWanted(file, asked)),
    catalog,
    room,
  )
  const entries = outside.map(({ file, place }) =>
    typeof place === 'object' && 'page' in place && inline.has(place.page)
      ? { file, place: 'inline' as const }
      : { file, place },
  )
  return { roots: envelopes, entries }
}

/** The length in bytes of an answer without any content inside. */
export function frameBytes(catalog: Catalog, plan: AnswerPlan): number {
  return Buffer.byteLength(JSON.stringify(renderAnswer(catalog, plan, new Map())))
}

/** The answer as it is sent; `contents` holds at least the contents of the inline entries. */
export function renderAnswer(
  catalog: Catalog,
  plan: AnswerPlan,
  contents: ReadonlyMap<string, Content>,
): Answer {
  return {
    v: WIRE_VERSION,
    release: catalog.envelope,
    roots: [...plan.roots],
    files: plan.entries.map(({ file, place }) => entryOf(file, place, contents)),
    pages: catalog.pages,
  }
}

function entryOf(file: ReleaseFile, place: Where, contents: ReadonlyMap<string, Content>): Entry {
  const entry = { path: file.path, sha256: file.sha256 }
  if (place === 'same') return { ...entry, same: true }
  if (place === 'inline') return { ...entry, ...contents.get(file.sha256) }
  return { ...entry, ...place }
}

function isWanted(file: ReleaseFile, { want, held }: Asked): boolean {
  return want ? want.has(file.sha256) : held?.get(file.path) !== file.sha256
}

/** Where a file's content is while nothing is inline. */
function outsidePlace(catalog: Catalog, file: ReleaseFile, asked: Asked): Exclude<Where, 'inline'> {
  if (!isWanted(file, asked)) return 'same'
  const place = catalog.places.get(file.sha256)
  if (place === undefined) throw new RangeError(`the catalog has no place for ${file.sha256}`)
  return 'page' in place ? { page: place.page } : { parts: place.parts }
}

/** The pages whose wanted contents go into the answer itself: the least wanted bytes first, as long as there is room. */
function inlinePages(wanted: readonly ReleaseFile[], catalog: Catalog, room: number): Set<number> {
  const costs = new Map<number, number>()
  for (const { sha256 } of wanted) {
    const place = catalog.places.get(sha256)
    if (place && 'page' in place) costs.set(place.page, (costs.get(place.page) ?? 0) + place.bytes)
  }
  const chosen = new Set<number>()
  let left = room
  for (const [page, cost] of [...costs].sort(([, a], [, b]) => a - b)) {
    left -= cost
    if (left < 0) break
    chosen.add(page)
  }
  return chosen
}
