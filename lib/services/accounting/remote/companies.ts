/** Finds a company by its id or its office number. kura sends no call for a company that is not the user's. */
import type { AppError } from '../../../core/errors.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import { phraseError } from '../../../core/language/phrase-error.ts'
import type { TokenSource } from '../tokens/source.ts'
import type { AccountingClient } from './client.ts'
import type { Company } from './schema.ts'
import { SAID } from './words.ts'

export interface CompanyDirectory {
  /** @throws AppError `not_found`, and as the client does */
  find(given: string | number, client: AccountingClient): Promise<Company>
}

/** Milliseconds for which the list of companies is kept, unless the token changes. */
const LIFETIME = 60_000

export function createCompanyDirectory({
  tokens,
  clock,
}: {
  tokens: TokenSource
  clock: () => number
}): CompanyDirectory {
  let kept: { readonly token: string; readonly until: number; readonly companies: Company[] } | undefined
  const list = async (client: AccountingClient): Promise<Company[]> => {
    const token = await tokens.accessToken({ deadline: client.deadline })
    if (kept?.token === token && clock() < kept.until) return kept.companies
    const companies = await client.companies()
    kept = { token, until: clock() + LIFETIME, companies }
    return companies
  }
  return {
    async find(given, client) {
      const companies = await list(client)
      const number = String(given).replaceAll('-', '')
      const company =
        companies.find(({ id }) => String(id) === String(given)) ??
        companies.find(candidate => candidate.number === number)
      if (!company) throw notOurs(given)
      return company
    },
  }
}

function notOurs(given: string | number): AppError {
  const message = phrase(SAID.notOurs, { company: String(given).slice(0, 20) })
  return phraseError('not_found', message, { hint: phrase(SAID.companies) })
}
