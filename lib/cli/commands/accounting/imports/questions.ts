import { hasCode } from '../../../../core/errors.ts'
import { phrase } from '../../../../core/language/catalogue.ts'
import { phraseError } from '../../../../core/language/phrase-error.ts'
import type { Phrase } from '../../../../core/phrase.ts'
import { asOwn, type PlannedRow } from '../../../../services/accounting/imports/reading/plan.ts'
import { IMPORT } from '../../../../services/accounting/imports/reading/words.ts'
import type { CliContext } from '../../../context.ts'
import { confirms } from '../../../operator/decision.ts'
import type { AccountingApi } from '../call.ts'
import { pastLimits, type WaitDeps } from './limits.ts'
import { type Question, questionsOf } from './show.ts'

/** Returns the answer to `ask`; undefined if there is no terminal. */
async function ifPossible<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask()
  } catch (error) {
    if (hasCode(error, 'usage')) return undefined
    throw error
  }
}

/** Asks a yes-or-no question; returns undefined if there is no terminal. */
export function confirmsIfPossible(question: Phrase, context: CliContext): Promise<boolean | undefined> {
  return ifPossible(() => confirms(question, context))
}

interface AskDeps extends WaitDeps {
  readonly api: AccountingApi
  readonly company: number
}

/**
 * Returns the plan after the answer. Without a terminal, or after an empty answer, nothing is decided.
 * @throws AppError `usage` if the answer cannot be read
 */
export async function askAboutDoubles(
  planned: readonly PlannedRow[],
  deps: AskDeps,
  context: CliContext,
): Promise<readonly PlannedRow[]> {
  const questions = questionsOf(planned).filter(question => question.planned.plan === 'double')
  if (questions.length === 0) return planned
  const answer = await ifPossible(() => context.ask(deps.say(IMPORT.whichOwn)))
  const own = answer === undefined ? undefined : readChoice(answer, questions)
  if (own === undefined) return planned
  const isOwn = (at: string) => own.has(at)
  const doubles = questions.flatMap(({ planned: { at, shown } }) =>
    shown?.double === undefined || isOwn(at) ? [] : [{ case: shown.case, double: shown.double }],
  )
  const body = { company_id: deps.company, doubles }
  if (doubles.length > 0) await pastLimits(() => deps.api.leaveOut({ body }), deps)
  return planned.map(row => {
    if (row.plan !== 'double') return row
    if (!isOwn(row.at)) return { ...row, plan: 'left out' }
    return asOwn(row)
  })
}

const ALL = ['all', 'すべて', '全て', '全部']
const NONE = ['none', 'no', 'なし', '無し', 'いいえ']

function readChoice(text: string, questions: readonly Question[]): ReadonlySet<string> | undefined {
  const plain = text.normalize('NFKC').trim().toLowerCase()
  if (plain === '') return undefined
  if (ALL.includes(plain)) return new Set(questions.map(({ planned }) => planned.at))
  if (NONE.includes(plain)) return new Set()
  const chosen = plain.split(/[\s,、]+/).map(word => questions.find(({ number }) => String(number) === word))
  if (chosen.every(question => question !== undefined))
    return new Set(chosen.map(({ planned }) => planned.at))
  const numbers = questions.map(({ number }) => String(number))
  throw phraseError('usage', phrase(IMPORT.notAnswer, { text }), {
    hint: phrase(IMPORT.answerWith, { numbers }),
  })
}
