/** Putting back by hand what could not be stored: from the journal of this machine, or from a line of the host's log. */
import { AppError, hasCode } from '../../errors.ts'
import type { TokenParts } from '../deps.ts'
import type { Committed } from '../keeper.ts'
import type { Issued } from '../schema.ts'
import { readStatus, type TokenStatus } from '../status.ts'
import { readLogLine } from './journal.ts'
import { restoreAnswer } from './store.ts'

/** What became of each answer that was found, the newest first. */
export interface RecoverReport {
  readonly answers: readonly {
    readonly generation: number
    /** ISO time. */
    readonly issuedAt: string
    readonly by: string
    /**
     * `superseded`: the credential has moved on, and the answer is of no use. Of these two it stays where it is: `gone`:
     * there is no credential that it could follow; `sealed`: this machine's keys do not open it.
     */
    readonly outcome: Committed['outcome'] | 'sealed'
  }[]
  /** What stands among the answers and is none of this version. */
  readonly unreadable: readonly string[]
  /** The credential as it stands now. */
  readonly token: TokenStatus
}

/**
 * Puts answers back where they still follow the stored credential; one that cannot be does not keep back the others.
 * @throws AppError `usage` where the line holds no answer, `not_in_preview`, `store_unavailable`
 */
export async function recover(
  parts: TokenParts,
  { line }: { line?: string | undefined } = {},
): Promise<RecoverReport> {
  if (parts.deployment === 'preview')
    throw new AppError('not_in_preview', 'Cannot recover a token: this is a preview deployment')
  const found =
    line === undefined ? await parts.journal.kept() : { answers: [answerIn(line)], unreadable: [] }
  const answers = []
  for (const answer of found.answers) {
    const { generation, issuedAt, by } = answer
    const outcome = await putBack(parts, answer)
    answers.push({ generation, issuedAt: new Date(issuedAt).toISOString(), by, outcome })
  }
  return { answers, unreadable: found.unreadable, token: await readStatus(parts) }
}

async function putBack(parts: TokenParts, answer: Issued): Promise<Committed['outcome'] | 'sealed'> {
  try {
    return await restoreAnswer(parts, answer, parts.clock() + parts.maxDuration)
  } catch (error) {
    if (hasCode(error, 'seal_invalid')) return 'sealed'
    throw error
  }
}

function answerIn(line: string): Issued {
  const answer = readLogLine(line)
  if (answer) return answer
  throw new AppError('usage', 'Cannot recover a token: the line holds no answer', {
    hint: 'give the whole line of the log whose event is token_unstored',
  })
}
