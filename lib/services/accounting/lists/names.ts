import { hasCode } from '../../../core/errors.ts'
import { catalogue, phrase } from '../../../core/language/catalogue.ts'
import { foldName, nearestNames } from '../../../core/language/nearest-name.ts'
import { phraseError } from '../../../core/language/phrase-error.ts'
import type { Reason } from '../../../core/phrase.ts'
import { withName } from '../remote/names.ts'
import { type CompanySource, readItems, readPartners } from './pages.ts'

export interface Named {
  readonly id: number
  readonly name: string
}

const READERS = {
  'account item': async ({ api, company }: CompanySource): Promise<readonly Named[]> =>
    (await api.accountItems({ query: { company_id: String(company) } })).account_items,
  'tax code': async ({ api, company }: CompanySource): Promise<readonly Named[]> => {
    const { entries } = await api.taxTable({ query: { company_id: String(company) } })
    return entries.map(({ code, name }) => ({ id: code, name }))
  },
  partner: (source: CompanySource): Promise<readonly Named[]> => all(readPartners(source)),
  item: (source: CompanySource): Promise<readonly Named[]> => all(readItems(source)),
  section: async ({ api, company }: CompanySource): Promise<readonly Named[]> =>
    (await api.sections({ query: { company_id: String(company) } })).sections,
  walletable: async ({ api, company }: CompanySource): Promise<readonly Named[]> =>
    (await api.walletables({ query: { company_id: String(company) } })).walletables,
}

export type RecordKind = keyof typeof READERS

const WORDS = catalogue('names', {
  accountItem: { en: 'account item', ja: '科目' },
  taxCode: { en: 'tax code', ja: '税区分' },
  partner: { en: 'partner', ja: '取引先' },
  item: { en: 'item', ja: '品目' },
  section: { en: 'section', ja: '部門' },
  walletable: { en: 'walletable', ja: '口座' },
  unnamed: { en: '{kind} {id}', ja: '{kind} {id}' },
  noneOf: {
    en: 'Cannot find the {kind} "{given}": the company has none of that name',
    ja: '{kind}「{given}」が見つかりません',
  },
  nearest: { en: 'nearest: {names}', ja: '近い名前：{names}' },
})

const KINDS = {
  'account item': WORDS.accountItem,
  'tax code': WORDS.taxCode,
  partner: WORDS.partner,
  item: WORDS.item,
  section: WORDS.section,
  walletable: WORDS.walletable,
}

/** Names of records. A record without a name is shown as `account item 501`. */
export interface RecordNames {
  find(kind: RecordKind, id: number): string | undefined
  /** The name alone: `消耗品費`. */
  name(kind: RecordKind, id: number): Reason
  /** The name with the id: `消耗品費 (501)`. */
  label(kind: RecordKind, id: number): Reason
}

export interface CompanyNames {
  /** Loads the names of these kinds. Each list is read only once. */
  load(kinds: readonly RecordKind[]): Promise<RecordNames>
  /** `given` is a name or an id. @throws AppError `usage` with the nearest names */
  idOf(kind: RecordKind, given: string): Promise<number>
  /** Returns the record with this name, else all records whose names contain the text. */
  matching(kind: RecordKind, given: string): Promise<readonly Named[]>
}

export function createNames(source: CompanySource): CompanyNames {
  const lists = new Map<RecordKind, Promise<readonly Named[]>>()
  const listOf = (kind: RecordKind): Promise<readonly Named[]> => {
    const list = lists.get(kind) ?? READERS[kind](source)
    lists.set(kind, list)
    return list
  }
  return {
    async load(kinds) {
      const read = await Promise.all(kinds.map(async kind => [kind, await readable(listOf(kind))] as const))
      return recordNames(
        new Map(read.flatMap(([kind, list]) => list.map(({ id, name }) => [`${kind} ${id}`, name]))),
      )
    },
    async idOf(kind, given) {
      const list = await listOf(kind)
      const found = withName(list, given) ?? list.find(({ id }) => String(id) === given.normalize('NFKC'))
      if (found) return found.id
      const near = nearestNames(
        given,
        list.map(({ name }) => name),
      )
      throw phraseError('usage', phrase(WORDS.noneOf, { kind: phrase(KINDS[kind]), given }), {
        ...(near.length > 0 && { hint: phrase(WORDS.nearest, { names: near }) }),
      })
    },
    async matching(kind, given) {
      const list = await listOf(kind)
      const exact = withName(list, given)
      return exact ? [exact] : list.filter(({ name }) => foldName(name).includes(foldName(given)))
    },
  }
}

function recordNames(names: ReadonlyMap<string, string>): RecordNames {
  const find = (kind: RecordKind, id: number) => names.get(`${kind} ${id}`)
  const unnamed = (kind: RecordKind, id: number) =>
    phrase(WORDS.unnamed, { kind: phrase(KINDS[kind]), id: String(id) })
  return {
    find,
    name: (kind, id) => find(kind, id) ?? unnamed(kind, id),
    label(kind, id) {
      const name = find(kind, id)
      return name === undefined ? unnamed(kind, id) : withNumber(name, id)
    },
  }
}

export const NO_NAMES = recordNames(new Map())

async function all(pages: AsyncIterable<readonly Named[]>): Promise<readonly Named[]> {
  const list: Named[] = []
  for await (const page of pages) list.push(...page)
  return list
}

/** Empty if the application may not read the list. kura then shows ids instead of names. */
export async function readable<T>(list: Promise<readonly T[]>): Promise<readonly T[]> {
  try {
    return await list
  } catch (error) {
    if (hasCode(error, 'permission_missing')) return []
    throw error
  }
}

export function withNumber(name: string, id: number): string {
  return `${name} (${id})`
}
