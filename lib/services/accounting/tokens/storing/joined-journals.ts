import { messageOf } from '../../../../core/errors.ts'
import { isStoreTrouble, type TokenDeps } from '../deps.ts'
import type { Issued } from '../schema.ts'
import type { AnswerJournal, Kept } from './journal.ts'

const NOTHING: Kept = { answers: [], unreadable: [] }

/** Only `kept` rejects (`store_unavailable`, `store_busy`), because no token may be spent while the store fails. */
export function joinJournals(
  journals: readonly AnswerJournal[],
  { note }: Pick<TokenDeps, 'note'>,
): AnswerJournal {
  const noteFailure = (error: unknown) => note('token_journal_failed', { reason: messageOf(error) })
  const inEach = (event: 'received' | 'unstored' | 'settled') => async (answer: Issued) => {
    await Promise.all(journals.map(journal => journal[event](answer).catch(noteFailure)))
  }
  const keptIn = async (journal: AnswerJournal): Promise<Kept> => {
    try {
      return await journal.kept()
    } catch (error) {
      if (isStoreTrouble(error)) throw error
      noteFailure(error)
      return NOTHING
    }
  }
  return {
    received: inEach('received'),
    unstored: inEach('unstored'),
    settled: inEach('settled'),
    async kept() {
      const kept = await Promise.all(journals.map(keptIn))
      const answers = kept.flatMap(({ answers }) => answers)
      const byOperation = new Map(answers.map(answer => [answer.operation, answer]))
      return {
        answers: [...byOperation.values()].sort((one, other) => other.issuedAt - one.issuedAt),
        unreadable: kept.flatMap(({ unreadable }) => unreadable),
      }
    },
  }
}
