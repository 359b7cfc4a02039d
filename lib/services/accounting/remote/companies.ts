/**
 * Finds the company that a caller names, by its id or by the office number that people see. The company must be one of
 * those of the user who authorized kura: for another company, kura sends no call.
 */
import { AppError } from '../../../core/errors.ts'
import type { AccountingClient } from './client.ts'
import type { Company } from './schema.ts'
import type { TokenSource } from './session.ts'

export interface CompanyDirectory {
  /**
   * Finds the company with this id or office number. @throws AppError `not_found`, and as the client does
   */
  find(given: string | number, client: AccountingClient): Promise<Company>
}

export interface DirectoryDeps {
  readonly tokens: TokenSource
  /** Milliseconds from a clock that never goes back. */
  readonly clock: () => number
}

/** Milliseconds for which the list of the user's companies is cached, unless the token changes. */
const LIFETIME = 60_000

export function createCompanyDirectory({ tokens, clock }: DirectoryDeps): CompanyDirectory {
  let kept: { readonly token: string; readonly until: number; readonly companies: Company[] } | undefined
  const list = async (client: AccountingClient): Promise<Company[]> => {
    const token = await tokens.accessToken()
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
  const message = `Cannot use the company "${String(given).slice(0, 20)}": it is none of the user's companies`
  return new AppError('not_found', message, {
    hint: 'GET /api/accounting/companies lists the ids and the office numbers',
  })
}
