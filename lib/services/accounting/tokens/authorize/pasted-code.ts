import type { AppError } from '../../../../core/errors.ts'
import { phrase } from '../../../../core/language/catalogue.ts'
import { checkCompany, companyText, numberOf } from '../company.ts'
import type { GivenCode, Keeping, Progress, Question } from './authorize.ts'
import { failed } from './code-grant.ts'
import { FAILURES } from './words.ts'

/** Returns the state too if the person pasted the redirect's whole address. @throws AppError `authorization_failed` */
export function readCode(given: string): GivenCode {
  const text = given.trim()
  if (!text.includes('://')) {
    if (/^[!-~]+$/.test(text)) return { code: text }
    throw failed(phrase(FAILURES.oneWord))
  }
  const query = URL.canParse(text) ? new URL(text).searchParams : new URLSearchParams()
  const code = query.get('code')
  if (code) return { code, state: query.get('state') ?? '' }
  const reason = /^[a-z_]{1,60}$/.exec(query.get('error') ?? '')?.[0]
  throw failed(reason ? phrase(FAILURES.pageSaid, { reason }) : phrase(FAILURES.noCode))
}

/**
 * Returns the named books, else the books in use, else the only books of the pair. So a login to another company never
 * changes the books by itself.
 * @throws AppError `authorization_failed` if the pair has no such books, or no pair waits
 */
export function chooseBooks(progress: Progress, named?: string): Keeping {
  if (progress.state !== 'received') throw failed(phrase(FAILURES.progress, { state: progress.state }))
  const { authorization, companies, current, replaces } = progress
  const checked = checkCompany(companies, { named, current })
  if (!checked) throw foreign(progress)
  return { authorization, company: checked.company.id, replaces }
}

function foreign({ companies, current }: Pick<Question, 'companies' | 'current'>): AppError {
  const [only, another] = companies
  const company = another || !only ? phrase(FAILURES.several) : companyText(only)
  const why =
    current && current !== 'unknown'
      ? phrase(FAILURES.foreignUsed, { company, used: companyText(current) })
      : phrase(FAILURES.foreign, { company })
  return failed(why, undefined, { hint: phrase(FAILURES.nameIt, { number: numberOf(companies) }) })
}
