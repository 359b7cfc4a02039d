/** Every instance reads this record before it spends the refresh token, so the answer is stored without a person. */
import { type Decision, type Transition, update } from '../../../../core/store/update.ts'
import type { TokenDeps } from '../deps.ts'
import { REFRESH_LIFETIME } from '../keeper.ts'
import { type Issued, UNSTORED_KEY, unstoredFormat } from '../schema.ts'
import type { AnswerJournal } from './journal.ts'

/** Milliseconds for a change of the record, because the function does not live much longer. */
const DEADLINE = 5_000

type SecondRecordDeps = Pick<TokenDeps, 'store' | 'clock' | 'sleep' | 'random'>

export function createSecondRecord({ store, clock, sleep, random }: SecondRecordDeps): AnswerJournal {
  /** The operations that this process knows to be in the record. Settling any other needs no call to the store. */
  const known = new Set<string>()
  const change = <R>(transition: Transition<readonly Issued[], R>) =>
    update(
      store,
      { key: UNSTORED_KEY, format: unstoredFormat, transition },
      { clock, sleep, random, deadline: DEADLINE, durable: true },
    )
  return {
    received: async () => undefined,
    async unstored(answer) {
      known.add(answer.operation)
      await change((answers = []) => replaceBy([answer, ...without(answers, answer)]))
    },
    async settled(answer) {
      if (!known.has(answer.operation)) return
      await change(answers =>
        answers ? replaceBy(without(answers, answer)) : { keep: true, result: undefined },
      )
      known.delete(answer.operation)
    },
    async kept() {
      const answers = await change((answers = []) => ({ keep: true, result: answers }))
      for (const { operation } of answers) known.add(operation)
      return { answers, unreadable: [] }
    },
  }
}

function without(answers: readonly Issued[], { operation }: Issued): readonly Issued[] {
  return answers.filter(answer => answer.operation !== operation)
}

function replaceBy(answers: readonly Issued[]): Decision<readonly Issued[], undefined> {
  if (answers.length === 0) return { remove: true, result: undefined }
  return { write: answers, ttl: REFRESH_LIFETIME, result: undefined }
}
