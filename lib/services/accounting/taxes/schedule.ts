/** Deductions for purchases without a qualified invoice. The law has been amended since document 1 was written. */
import { AppError } from '../../../core/errors.ts'

/** The percentage of the tax that is deducted; 0 without a transitional measure. */
export type Deduction = 80 | 70 | 50 | 30 | 0

/** A span of days with one deduction. Days are YYYY-MM-DD, both included. A missing day leaves its end open. */
export interface ScheduleStep {
  readonly from?: string
  readonly until?: string
  readonly deduction: Deduction
}

export interface Schedule {
  readonly name: string
  readonly steps: readonly ScheduleStep[]
}

/** The schedule of document 1, the default. */
const DOCUMENT_1: Schedule = {
  name: 'document-1',
  steps: [
    { until: '2026-09-30', deduction: 80 },
    { from: '2026-10-01', until: '2029-09-30', deduction: 50 },
    { from: '2029-10-01', deduction: 0 },
  ],
}

/** The schedule of the amended law: after 80 %, 70 % for two years, 50 % for two and 30 % for one. */
const AMENDED: Schedule = {
  name: 'amended',
  steps: [
    { until: '2026-09-30', deduction: 80 },
    { from: '2026-10-01', until: '2028-09-30', deduction: 70 },
    { from: '2028-10-01', until: '2030-09-30', deduction: 50 },
    { from: '2030-10-01', until: '2031-09-30', deduction: 30 },
    { from: '2031-10-01', deduction: 0 },
  ],
}

/** The schedules that ACCOUNTING_SCHEDULE can name; the first is the default. */
export const SCHEDULES: readonly Schedule[] = [DOCUMENT_1, AMENDED]

export interface DeductionAnswer {
  readonly deduction: Deduction
  readonly schedule: string
  /** The other schedules that give another deduction on the same date. */
  readonly otherwise: readonly { readonly schedule: string; readonly deduction: Deduction }[]
  /** Whether a person has to decide, because the schedules differ and no setting chooses one. */
  readonly review: boolean
}

/** `date` is YYYY-MM-DD. @throws AppError `settings_invalid` if no schedule has the name `chosen` */
export function deductionOn(date: string, { chosen }: { chosen?: string | undefined } = {}): DeductionAnswer {
  const schedule = scheduleNamed(chosen ?? DOCUMENT_1.name)
  const deduction = stepOn(schedule, date).deduction
  const otherwise = SCHEDULES.map(other => ({
    schedule: other.name,
    deduction: stepOn(other, date).deduction,
  })).filter(other => other.deduction !== deduction)
  return {
    deduction,
    schedule: schedule.name,
    otherwise,
    review: chosen === undefined && otherwise.length > 0,
  }
}

/** @throws AppError `settings_invalid` */
export function scheduleNamed(name: string): Schedule {
  const schedule = SCHEDULES.find(candidate => candidate.name === name)
  if (schedule) return schedule
  const names = SCHEDULES.map(candidate => `"${candidate.name}"`).join(', ')
  throw new AppError('settings_invalid', `Cannot use the schedule "${name}": there are ${names}`, {
    hint: 'set ACCOUNTING_SCHEDULE to one of them, or leave it out',
  })
}

function stepOn(schedule: Schedule, date: string): ScheduleStep {
  const step = schedule.steps.find(({ from = '', until = '\uffff' }) => from <= date && date <= until)
  if (step) return step
  throw new RangeError(`schedule "${schedule.name}" says nothing of ${date}`)
}
