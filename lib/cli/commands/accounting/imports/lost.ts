import { phrase } from '../../../../core/language/catalogue.ts'
import type { Phrase } from '../../../../core/phrase.ts'
import { SETTLING } from '../../../../services/accounting/cases/cases.ts'
import type { PlannedRow } from '../../../../services/accounting/imports/reading/plan.ts'
import { IMPORT } from '../../../../services/accounting/imports/reading/words.ts'
import { receiptCase } from '../../../../services/accounting/receipts/identity.ts'
import type { AccountingApi } from '../call.ts'
import { pastLimits, type WaitDeps } from './limits.ts'
import type { RowResult } from './result-file.ts'

export interface LostDeps extends WaitDeps {
  readonly api: AccountingApi
  readonly company: number
  /** Asks the person a yes-or-no question; returns undefined if there is no terminal. */
  readonly confirms: (question: Phrase) => Promise<boolean | undefined>
  readonly person: () => Promise<string>
  readonly show: (line: string) => void
}

interface Lost {
  readonly planned: PlannedRow
  readonly isFound: boolean
  /** The time since which the outcome is unknown, ISO 8601. */
  readonly since: string
  readonly free: (person: string, reason: string) => Promise<unknown>
}

/** Returns the rows to send again. If the service has a row after all, the host then reports that row as `done`. */
export async function settleLost(
  planned: readonly PlannedRow[],
  results: readonly RowResult[],
  deps: LostDeps,
): Promise<PlannedRow[]> {
  const unknown = new Set(results.flatMap(({ row, state }) => (state === 'unknown' ? row : [])))
  const rows = planned.filter(({ at }) => unknown.has(at))
  const looked = await lookAll(rows, deps)
  const found = looked.filter(({ isFound }) => isFound).map(row => row.planned)
  const lost = looked.filter(({ isFound }) => !isFound)
  return [...found, ...(await decide(lost, deps))]
}

async function lookAll(rows: readonly PlannedRow[], deps: LostDeps): Promise<Lost[]> {
  const looked: Lost[] = []
  for (const planned of rows) looked.push(await pastLimits(() => look(planned, deps), deps))
  return looked
}

async function look(planned: PlannedRow, { api, company }: LostDeps): Promise<Lost> {
  const { file, deal } = planned.row ?? {}
  const receipt = file && receiptCase({ companyId: company, sha256: file.sha256 })
  const known = receipt === undefined ? undefined : await api.receipt({ params: { receipt } })
  if (receipt !== undefined && known?.state === 'unknown') {
    const params = { receipt }
    const { state, since, operation } = await api.resolveReceipt({ params })
    return {
      planned,
      isFound: state === 'done',
      since,
      free: (person, reason) => api.freeReceipt({ params, body: { person, reason, operation } }),
    }
  }
  const params = { case: deal?.case ?? '' }
  const { state, since, operation } = await api.resolveCase({ params })
  return {
    planned,
    isFound: state === 'done',
    since,
    free: (person, reason) => api.freeCase({ params, body: { person, reason, operation } }),
  }
}

/** A margin in milliseconds, because the clocks of the two machines may differ. */
const MARGIN = 5000

async function decide(lost: readonly Lost[], deps: LostDeps): Promise<PlannedRow[]> {
  if (lost.length === 0) return []
  const { now, sleep, note, say, show, wait } = deps
  const rows = lost.map(({ planned: { at } }) => at)
  const settled = Math.max(...lost.map(({ since }) => Date.parse(since))) + SETTLING + MARGIN
  show(say(IMPORT.lost, { count: lost.length, rows }))
  if (now() < settled) {
    if (!wait) {
      show(say(IMPORT.lostEarly, { at: settled }))
      return []
    }
    note(say(IMPORT.askedAgain, { seconds: Math.ceil((settled - now()) / 1000) }))
    await sleep(settled - now())
  }
  if (!(await deps.confirms(phrase(IMPORT.sendAgain)))) return []
  const person = await deps.person()
  for (const one of lost) await one.free(person, 'the service has nothing of it, looked at by the import')
  return lost.map(({ planned }) => planned)
}
