/** Putting back by hand what could not be stored: from the journal of this machine, or from a line of the host's log. */
import { AppError, hasCode } from '../../../../core/errors.ts'
import type { TokenDeps } from '../deps.ts'
import type { Committed } from '../keeper.ts'
import type { Issued } from '../schema.ts'
import { readStatus, type TokenStatus } from '../status.ts'
import { restoreAnswer } from './answer.ts'
import { readLogLine } from './journal.ts'

/** What became of each answer that was found, the newest first. */
export interface RecoverReport {
  readonly answers: readonly {
    readonly generation: number
    /** ISO time. */
    readonly issuedAt: string
    readonly by: string
    /**
     * `superseded`: a later credential is stored, so the answer is of no use. Two outcomes leave it where it is: `gone`:
     * there is no credential that it could follow; `sealed`: this machine's keys do not open it.
     */
    readonly outcome: Committed['outcome'] | 'sealed'
  }[]
  /** The files among the answers that this version cannot read. */
  readonly unreadable: readonly string[]
  /** The state of the credential afterwards. */
  readonly token: TokenStatus
}

export interface RecoverOptions {
  /** A line of the log; the journal is read unless it is given. */
  readonly line?: string | undefined
}

/**
 * Puts back each answer that still follows the stored credential; one that cannot be put back does not hold up the others.
 * @throws AppError `usage` if the line has no answer, `not_in_preview`, `store_unavailable`
 */
export async function recover({ line }: RecoverOptions, deps: TokenDeps): Promise<RecoverReport> {
  if (deps.deployment === 'preview')
    throw new AppError('not_in_preview', 'Cannot recover a token: this is a preview deployment', {
      hint: 'run it with the settings of the production deployment',
    })
  const found = line === undefined ? await deps.journal.kept() : { answers: [answerIn(line)], unreadable: [] }
  const answers = []
  for (const answer of found.answers) {
    const { generation, issuedAt, by } = answer
    const outcome = await putBack(answer, deps)
    answers.push({ generation, issuedAt: new Date(issuedAt).toISOString(), by, outcome })
  }
  return { answers, unreadable: found.unreadable, token: await readStatus(deps) }
}

async function putBack(answer: Issued, deps: TokenDeps): Promise<Committed['outcome'] | 'sealed'> {
  try {
    return await restoreAnswer(answer, deps.clock() + deps.maxDuration, deps)
  } catch (error) {
    if (hasCode(error, 'seal_invalid')) return 'sealed'
    throw error
  }
}

function answerIn(line: string): Issued {
  const answer = readLogLine(line)
  if (answer) return answer
  throw new AppError('usage', 'Cannot recover a token: the line has no answer', {
    hint: 'give the whole line of the log with the event token_unstored',
  })
}
