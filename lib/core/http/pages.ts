/** The most entries of a page, and the number without `limit`. */
export const PAGE_SIZE = 500

export interface PageQuery {
  readonly after?: string | undefined
  readonly limit?: string | undefined
}

/** The page that a caller asks for. Without `after`, this is the first page. */
export interface PageRequest {
  readonly after: string | undefined
  readonly limit: number
}

export function pageOf({ after, limit }: PageQuery): PageRequest {
  return { after, limit: limit === undefined ? PAGE_SIZE : Number(limit) }
}

/** The order of a list. `placeOf` returns a sort key that only one entry has. */
export interface ListOrder<T> {
  readonly placeOf: (entry: T) => string
  readonly descending?: boolean
}

/** Returns one page of the entries. `next` is undefined on the last page. */
export function cutPage<T>(
  entries: readonly T[],
  { placeOf, descending = false }: ListOrder<T>,
  { after, limit }: PageRequest,
): { readonly entries: readonly T[]; readonly next: string | undefined } {
  const isBefore = (one: string, other: string) => (descending ? one > other : one < other)
  const left = entries.filter(entry => after === undefined || isBefore(after, placeOf(entry)))
  const shown = left
    .toSorted((one, other) => (isBefore(placeOf(one), placeOf(other)) ? -1 : 1))
    .slice(0, limit)
  const last = shown.at(-1)
  return { entries: shown, next: left.length > limit && last ? placeOf(last) : undefined }
}

export async function* readPages<Page extends { readonly next?: string | undefined }>(
  read: (query: PageQuery) => Promise<Page>,
): AsyncGenerator<Page> {
  for (let after: string | undefined; ; ) {
    const page = await read(after === undefined ? {} : { after })
    yield page
    if (page.next === undefined) return
    after = page.next
  }
}
