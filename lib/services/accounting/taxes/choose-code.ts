/** kura looks up a category by its name in the company's own table. If the name is missing, a person has to choose. */

import { phrase } from '../../../core/language/catalogue.ts'
import { foldName } from '../../../core/language/nearest-name.ts'
import type { Phrase } from '../../../core/phrase.ts'
import { withName } from '../remote/names.ts'
import { type DeductionAnswer, deductionOn } from './schedule.ts'
import { DEAL_FLAGS } from './words.ts'

export type TaxTable = readonly { readonly code: number; readonly name: string }[]

export interface TaxFlag {
  readonly flag: 'schedules_disagree' | 'contradicts_schedule' | 'no_measure' | 'category_missing'
  readonly reason: Phrase
}

export interface TaxQuestion {
  /** YYYY-MM-DD */
  readonly issueDate: string
  readonly table: TaxTable
  /** The deduction schedule that the settings choose. */
  readonly chosen?: string | undefined
}

export interface TaxChoice {
  readonly code?: number
  readonly category?: string
  readonly deduction?: DeductionAnswer
  readonly flags: readonly TaxFlag[]
}

/** The rate in percent; 8 is the reduced rate. */
export type TaxRate = 10 | 8

/** @throws AppError as deductionOn does */
export function chooseTaxCode(
  { rate, qualified }: { rate: TaxRate; qualified: boolean },
  { issueDate, table, chosen }: TaxQuestion,
): TaxChoice {
  if (qualified) return lookUp(`課対仕入${SUFFIX[rate]}`, table)
  const deduction = deductionOn(issueDate, { chosen })
  const flags = disagreement(deduction, issueDate)
  if (deduction.deduction === 0) {
    const reason = phrase(DEAL_FLAGS.noMeasure, { date: issueDate, schedule: deduction.schedule })
    return { deduction, flags: [...flags, { flag: 'no_measure', reason }] }
  }
  const found = lookUp(`課対仕入（控${deduction.deduction}）${SUFFIX[rate]}`, table)
  return { ...found, deduction, flags: [...flags, ...found.flags] }
}

/** Checks a code that the caller gave. Only a category with a transitional deduction can contradict the schedule. */
export function checkTaxCode(code: number, { issueDate, table, chosen }: TaxQuestion): TaxFlag[] {
  const name = table.find(entry => entry.code === code)?.name
  const given = name === undefined ? undefined : deductionNamedBy(name)
  if (given === undefined) return []
  const answer = deductionOn(issueDate, { chosen })
  if (given === answer.deduction) return disagreement(answer, issueDate)
  const facts = { code, name: name ?? '', date: issueDate, schedule: answer.schedule }
  const reason =
    answer.deduction === 0
      ? phrase(DEAL_FLAGS.contradictsNone, facts)
      : phrase(DEAL_FLAGS.contradicts, { ...facts, percent: answer.deduction })
  return [...disagreement(answer, issueDate), { flag: 'contradicts_schedule', reason }]
}

const SUFFIX: Record<TaxRate, string> = { 10: '10%', 8: '8%（軽）' }

/** Returns the rate in the name of a category of purchases. Undefined for other categories. */
export function rateNamedBy(
  name: string,
): { readonly rate: TaxRate; readonly qualified: boolean } | undefined {
  const { share, rate } =
    /^課対仕入(?<share>\(控\d+\))?(?<rate>10%|8%\(軽\))$/.exec(foldName(name))?.groups ?? {}
  if (rate === undefined) return undefined
  return { rate: rate === '10%' ? 10 : 8, qualified: share === undefined }
}

function lookUp(category: string, table: TaxTable): TaxChoice {
  const entry = withName(table, category)
  if (entry) return { code: entry.code, category, flags: [] }
  const reason = phrase(DEAL_FLAGS.categoryMissing, { category })
  return { category, flags: [{ flag: 'category_missing', reason }] }
}

function disagreement({ review, otherwise, schedule, deduction }: DeductionAnswer, date: string): TaxFlag[] {
  if (!review) return []
  const others = otherwise.map(other =>
    phrase(DEAL_FLAGS.otherSchedule, { schedule: other.schedule, percent: other.deduction }),
  )
  const facts = { date, schedule, percent: deduction, others }
  return [{ flag: 'schedules_disagree', reason: phrase(DEAL_FLAGS.schedulesDisagree, facts) }]
}

/** Returns 80 for 課対仕入（控80）10%. */
function deductionNamedBy(name: string): number | undefined {
  const match = /控(\d+)/.exec(foldName(name))
  return match?.[1] === undefined ? undefined : Number(match[1])
}
