import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { ANSWERING, FUNCTION_LIFE } from '../core/claims/lease.ts'
import type { Config } from '../core/config/config.ts'
import { createAccountingClient } from '../services/accounting/remote/client.ts'
import { createCompanyDirectory } from '../services/accounting/remote/companies.ts'
import type { AccountingDeps } from '../services/accounting/routes/deps.ts'
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
  /** The name is stored with the credential, so that people see which process has refreshed the credential. */
  readonly name: string
  /** False for a function that may run longer than a lease, so this process never refreshes the credential. */
  readonly mayRefresh?: boolean
}

export interface AccessOptions extends TokensName {
  /** The time in milliseconds that the call for a file may take. */
  readonly fileTimeout?: number
}

/** Returns a function whose first call creates the tokens. */
export function tokensOf(core: Core, name: TokensName): () => AccountingTokens {
  return lazy(() => createTokens(optionsOf(core, name)))
}

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
    paused: config.paused(),
    note,
    alert: alertOf(core),
    companies: (accessToken, waitUntil) => listCompanies({ accessToken, waitUntil }, core),
  }
}

/** Lists the companies with a token that the store may not have yet. */
async function listCompanies(
  { accessToken, waitUntil }: { accessToken: string; waitUntil: number | undefined },
  core: Core,
) {
  const tokens = { accessToken: async () => accessToken }
  return createAccountingClient({ ...remoteOf(core), tokens, waitUntil }).companies()
}

function remoteOf({ config, fetch, clock, sleep }: Core) {
  return { baseUrl: config.accounting().baseUrl, fetch, clock, sleep, random: Math.random }
}

/** @throws AppError `settings_missing`, `settings_invalid` */
export function accountingAccess(
  { fileTimeout, ...access }: AccessOptions,
  core: Core,
): Pick<AccountingDeps, 'client' | 'companies'> {
  const { clock } = core
  const remote = remoteOf(core)
  const tokens = tokensOf(core, access)()
  return {
    client: trace =>
      createAccountingClient({
        ...remote,
        tokens,
        observe: trace.remote,
        deadline: trace.started + FUNCTION_LIFE,
        waitUntil: trace.started + FUNCTION_LIFE - ANSWERING,
        ...(fileTimeout !== undefined && { fileTimeout }),
      }),
    companies: createCompanyDirectory({ tokens, clock }),
  }
}

/** The journal keeps answers of the token endpoint until the store has them: locally in files, else only in the log. */
function journalOf({ deployment, stateDir }: Config, note: Note): AnswerJournal {
  return deployment === 'local' ? createFileJournal(stateDir) : createLogJournal(note)
}
