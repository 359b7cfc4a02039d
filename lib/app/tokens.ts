/** Wires the accounting service's tokens, for its function, for the cron and for the command line. */
import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { Config } from '../core/config/config.ts'
import {
  type AnswerJournal,
  createFileJournal,
  createLogJournal,
} from '../services/accounting/tokens/storing/journal.ts'
import {
  type AccountingTokens,
  createTokens,
  type TokensOptions,
} from '../services/accounting/tokens/tokens.ts'
import { type Core, lazy } from './core.ts'
import { alertOf } from './outlet/alert.ts'

type Note = (event: string, facts: Readonly<Record<string, unknown>>) => void

export interface TokensName {
  /** Names this process for people who ask which one refreshed. */
  readonly name: string
  /** A function that may live longer than a lease must not refresh. */
  readonly mayRefresh?: boolean
}

/** Created on first use. */
export function tokensOf(core: Core, name: TokensName): () => AccountingTokens {
  return lazy(() => createTokens(optionsOf(core, name)))
}

/** What the tokens depend on in this process. */
export function optionsOf(core: Core, { name, mayRefresh = true }: TokensName): TokensOptions {
  const { config, store, fetch, clock, log } = core
  const note: Note = (event, facts) => log(JSON.stringify({ event, ...facts }))
  return {
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
    companies: accessToken => listCompanies(accessToken, core),
  }
}

/** The companies of whoever holds an access token that is not stored yet. */
async function listCompanies(accessToken: string, { config, fetch, clock }: Core) {
  const { createAccountingClient } = await import('../services/accounting/remote/client.ts')
  const client = createAccountingClient({
    baseUrl: config.accounting().baseUrl,
    tokens: { accessToken: async () => accessToken },
    fetch,
    clock,
    sleep: milliseconds => delay(milliseconds),
    random: Math.random,
  })
  return client.companies()
}

/** At home there is a disk, whichever store is in use; on the host there is only a log. */
function journalOf({ deployment, stateDir }: Config, note: Note): AnswerJournal {
  return deployment === 'local' ? createFileJournal(stateDir) : createLogJournal(note)
}
