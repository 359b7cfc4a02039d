/** Putting back by hand what could not be stored: from the journal of this machine, or from a line of the host's log. */
import { AppError } from '../errors.ts'
import { readLogLine } from './journal.ts'
import type { Committed } from './keeper.ts'
import type { TokenParts } from './parts.ts'
import type { Issued } from './schema.ts'
import { readStatus, type TokenStatus } from './status.ts'
import { restoreAnswer } from './store-answer.ts'

/** What became of each answer that was found, the newest first. */
export interface RecoverReport {
  readonly answers: readonly {
    readonly generation: number
    /** ISO time. */
    readonly issuedAt: string
    readonly by: string
    /** `superseded`: the credential has moved on, and the answer is of no use. */
    readonly outcome: Committed['outcome']
  }[]
  /** The credential as it stands now. */
  readonly token: TokenStatus
}

/**
 * Puts answers back where they still follow the stored credential.
 * @throws AppError `usage` where the line holds no answer, `seal_invalid` where an answer does not open,
 * `not_in_preview`, `store_unavailable`
 */
export async function recover(
  parts: TokenParts,
  { line }: { line?: string | undefined } = {},
): Promise<RecoverReport> {
  if (parts.deployment === 'preview')
    throw new AppError('not_in_preview', 'Cannot recover a token: this is a preview deployment')
  const found = line === undefined ? await parts.journal.kept() : [answerIn(line)]
  const deadline = parts.clock() + parts.maxDuration
  const answers = []
  for (const answer of found) {
    const { generation, issuedAt, by } = answer
    const outcome = await restoreAnswer(parts, answer, deadline)
    answers.push({ generation, issuedAt: new Date(issuedAt).toISOString(), by, outcome })
  }
  return { answers, token: await readStatus(parts) }
}

function answerIn(line: string): Issued {
  const answer = readLogLine(line)
  if (answer) return answer
  throw new AppError('usage', 'Cannot recover a token: the line holds no answer', {
    hint: 'give the whole line of the log whose event is token_unstored',
  })
}
