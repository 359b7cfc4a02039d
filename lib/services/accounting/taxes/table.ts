/** A company's tax codes come from its listing or, if that is forbidden, from learning; never from another company. */
import * as z from 'zod'
import { hasCode } from '../../../core/errors.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import { phraseError } from '../../../core/language/phrase-error.ts'
import type { Store } from '../../../core/store/store.ts'
import { jsonFormat, update } from '../../../core/store/update.ts'
import type { AccountingClient } from '../remote/client.ts'
import { SAID } from '../remote/words.ts'
import type { TaxTable } from './choose-code.ts'

const learnedEntry = z.object({
  code: z.int(),
  name: z.string(),
  /** The day of the test deal from which kura learned the code, YYYY-MM-DD. */
  learned: z.string(),
})
const learnedTable = z.object({ company: z.int(), entries: z.array(learnedEntry) })
type LearnedTable = z.infer<typeof learnedTable>
export type LearnedEntry = z.infer<typeof learnedEntry>

const format = jsonFormat(learnedTable)

/**
 * Returns the codes that are in use.
 * @throws AppError `permission_missing` if the listing is forbidden and no table was learned; and as the client does
 */
export async function readTaxTable(
  companyId: number,
  { client, store }: { client: AccountingClient; store: Store },
): Promise<{ readonly source: 'listing' | 'learned'; readonly entries: TaxTable | readonly LearnedEntry[] }> {
  try {
    const codes = await client.taxCodes(companyId)
    const entries = codes.filter(tax => tax.available).map(({ code, name }) => ({ code, name }))
    return { source: 'listing', entries }
  } catch (error) {
    if (!hasCode(error, 'permission_missing')) throw error
    const entries = await readLearnedTable(companyId, store)
    if (entries.length > 0) return { source: 'learned', entries }
    const company = { company: String(companyId) }
    throw phraseError('permission_missing', phrase(SAID.noTable, company), {
      hint: phrase(SAID.learn, company),
      cause: error,
    })
  }
}

export async function readLearnedTable(companyId: number, store: Store): Promise<readonly LearnedEntry[]> {
  const { record } = await store.read(keyOf(companyId))
  return record ? format.parse(record.value).entries : []
}

/** Each entry replaces the stored one with the same code. */
export function storeLearned(
  companyId: number,
  { store, entries }: { store: Store; entries: readonly LearnedEntry[] },
): Promise<void> {
  return update<LearnedTable, void>(store, {
    key: keyOf(companyId),
    format,
    transition: current => ({
      write: { company: companyId, entries: merged(current?.entries ?? [], entries) },
      result: undefined,
    }),
  })
}

function merged(before: readonly LearnedEntry[], entries: readonly LearnedEntry[]): LearnedEntry[] {
  const byCode = new Map([...before, ...entries].map(entry => [entry.code, entry]))
  return [...byCode.values()].sort((one, other) => one.code - other.code)
}

function keyOf(companyId: number): string {
  return `accounting/tax-table/${companyId}`
}
