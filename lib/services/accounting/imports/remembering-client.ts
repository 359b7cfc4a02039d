import type { AccountingClient } from '../remote/client.ts'

/** Returns a client that reads each list of master data once for many deals. A failed read is not repeated either. */
export function rememberMasterData(client: AccountingClient): AccountingClient {
  return {
    ...client,
    user: once(client.user),
    accountItems: once(client.accountItems),
    taxCodes: once(client.taxCodes),
    partners: once(client.partners),
    walletables: once(client.walletables),
    items: once(client.items),
    sections: once(client.sections),
    tags: once(client.tags),
  }
}

function once<A extends [] | [companyId: number], T>(read: (...of: A) => Promise<T>) {
  const asked = new Map<number | undefined, Promise<T>>()
  return (...of: A): Promise<T> => {
    const [companyId] = of
    const answer = asked.get(companyId) ?? read(...of)
    asked.set(companyId, answer)
    return answer
  }
}
