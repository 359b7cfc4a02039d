/** Wires the accounting service's tokens, for its function, for the cron and for the command line. */
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { Config } from '../config.ts'
import { type AnswerJournal, createFileJournal, createLogJournal } from '../tokens/answers/journal.ts'
import { type AccountingTokens, createTokens } from '../tokens/tokens.ts'
import { type Core, lazy } from './core.ts'
import { alertOf } from './outlet/alert.ts'

type Note = (event: string, facts: Readonly<Record<string, unknown>>) => void

/**
 * Created on first use; `name` identifies this process to people who ask who refreshed. A function that may live longer
 * than a lease must not refresh.
 */
export function tokensOf(
  core: Core,
  { name, mayRefresh = true }: { name: string; mayRefresh?: boolean },
): () => AccountingTokens {
  const { config, store, fetch, clock, log } = core
  const note: Note = (event, facts) => log(JSON.stringify({ event, ...facts }))
  return lazy(() =>
    createTokens({
      store: store(),
      sealKeys: config.sealKeys(),
      settings: config.accounting(),
      fetch,
      clock,
      deployment: config.deployment,
      journal: journalOf(config, note),
      instance: `${name} on ${hostname()} (${randomUUID().slice(0, 8)})`,
      mayRefresh,
      note,
      alert: alertOf(core),
    }),
  )
}

/** At home there is a disk, whichever store is in use; on the host there is only a log. */
function journalOf({ deployment, stateDir }: Config, note: Note): AnswerJournal {
  return deployment === 'local' ? createFileJournal(stateDir) : createLogJournal(note)
}
