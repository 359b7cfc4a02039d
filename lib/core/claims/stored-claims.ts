import { type ListedPage, listAll, listPage, readAll } from '../store/list.ts'
import type { KeyPage, ReadAnswer, Store } from '../store/store.ts'
import { type SeenClaim, viewClaim } from './claim.ts'
import type { Claim } from './stored-records.ts'

export interface StoredClaimsDeps<Result> {
  readonly store: Store
  /** The kind of act, such as `deal`. */
  readonly kind: string
  /** Parses a stored result, and may load the schema first. Throws if the result does not fit. */
  readonly parseResult: (stored: unknown) => Result | Promise<Result>
  readonly foldName: (name: string) => string
}

export function createStoredClaims<Result>({ store, kind, parseResult, foldName }: StoredClaimsDeps<Result>) {
  const prefix = `claim/${kind}/`
  const keyOf = (name: string) => `${prefix}${encodeURIComponent(foldName(name))}`
  const format = {
    parse: (text: string) => parseClaim(text, parseResult),
    format: (claim: Claim<Result>) => JSON.stringify(claim),
  }
  const seen = async (key: string, value: string, seenAt: number): Promise<SeenClaim<Result>> => {
    // if a claim was stored without the name of its case, the name is taken from its key
    const { name = decodeURIComponent(key.slice(prefix.length)), ...claim }: StoredClaim<Result> =
      await format.parse(value)
    return { ...viewClaim({ ...claim, name }, seenAt), seenAt }
  }
  const seenIn = (key: string, { record, now }: ReadAnswer) => record && seen(key, record.value, now)
  const listed = ({ records, now }: Pick<ListedPage, 'records' | 'now'>) =>
    Promise.all(records.map(({ key, value }) => seen(key, value, now)))
  return {
    format,
    keyOf,
    async read(name: string) {
      const key = keyOf(name)
      return seenIn(key, await store.read(key))
    },
    async readAll(names: readonly string[]) {
      const keys = names.map(keyOf)
      const answers = await readAll(store, keys)
      return Promise.all(
        keys.map((key, at) => {
          const answer = answers[at]
          return answer && seenIn(key, answer)
        }),
      )
    },
    /** Here `after` and `next` are keys without `claim/<kind>/`. */
    async list({ after, limit }: KeyPage) {
      const start = after === undefined ? undefined : prefix + after
      const page = await listPage(store, prefix, { after: start, limit })
      return { claims: await listed(page), next: page.next?.slice(prefix.length) }
    },
    listAll: async (of?: Pick<KeyPage, 'open'>) => listed(await listAll(store, prefix, of)),
  }
}

type StoredClaim<Result> = Omit<Claim<Result>, 'name'> & { readonly name?: string }

/** Checks only the results. The rest of a stored claim needs no check, because only `claims` writes it. */
async function parseClaim<Result>(
  text: string,
  parseResult: StoredClaimsDeps<Result>['parseResult'],
): Promise<Claim<Result>> {
  const claim = JSON.parse(text) as Claim<unknown>
  const parsed = async <T extends { readonly result?: unknown }>(part: T) =>
    ({ ...part, result: part.result === undefined ? undefined : await parseResult(part.result) }) as const
  const strays = claim.strays && (await Promise.all(claim.strays.map(parsed)))
  return { ...(await parsed(claim)), ...(strays && { strays }) } as Claim<Result>
}
