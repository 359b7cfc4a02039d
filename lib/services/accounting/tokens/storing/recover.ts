/** Recovers answers from the journals (files of this machine, the second record) or from a line of the host's log. */
import { notInPreview } from '../../../../core/config/deployment.ts'
import { hasCode } from '../../../../core/errors.ts'
import { phrase } from '../../../../core/language/catalogue.ts'
import { phraseError } from '../../../../core/language/phrase-error.ts'
import type { TokenDeps } from '../deps.ts'
import type { Committed } from '../keeper.ts'
import type { Issued } from '../schema.ts'
import { readStatus, type TokenStatus } from '../status.ts'
import { restoreAnswer } from './answer.ts'
import { readLogLine } from './journal.ts'
import { RECOVERY } from './words.ts'

export interface RecoverReport {
  readonly answers: readonly {
    readonly generation: number
    /** ISO time. */
    readonly issuedAt: string
    readonly by: string
    /**
     * Both stay in the journal. `gone`: the answer follows no stored credential. `sealed`: it needs other seal keys.
     */
    readonly outcome: Committed['outcome'] | 'sealed'
  }[]
  /** Files of the journal that this version cannot read. */
  readonly unreadable: readonly string[]
  readonly token: TokenStatus
}

export interface RecoverOptions {
  /** A line of the host's log. Without a line, the journal is read. */
  readonly line?: string | undefined
}

/**
 * An answer that cannot be unsealed does not stop the others.
 * @throws AppError `usage` if the line has no answer, `not_in_preview`, `store_unavailable`
 */
export async function recover({ line }: RecoverOptions, deps: TokenDeps): Promise<RecoverReport> {
  if (deps.deployment === 'preview') throw notInPreview('recover a token')
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
  throw phraseError('usage', phrase(RECOVERY.noAnswer), { hint: phrase(RECOVERY.wholeLine) })
}
