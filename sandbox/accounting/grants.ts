/**
 * Issues the tokens and codes of the accounting sandbox. A refresh token works once: using it invalidates both the
 * refresh token and its access token. A code works once, within ten minutes.
 */
import { randomBytes } from 'node:crypto'
import type { AccountingState, Company, Permission } from './state.ts'

const CODE_LIFETIME = 10 * 60_000
const REFRESH_LIFETIME = 90 * 24 * 60 * 60_000

export interface Grant {
  readonly accessToken: string
  readonly accessExpires: number
  readonly refreshToken: string
  readonly refreshExpires: number
  /** The permissions granted at the authorization; a refresh does not add to them. */
  readonly permissions: ReadonlySet<Permission>
  /** The company that the user chose at the authorization. */
  readonly company: Company | undefined
}

export type Granted = Pick<Grant, 'permissions' | 'company'>

/** The values of the authorization request for which a code was issued. */
export interface Authorization {
  readonly redirectUri: string
  readonly challenge: string | null
  readonly company?: Company | undefined
}

export interface Grants {
  issue(granted: Granted): Grant
  /** The grant of a refresh token, which the call invalidates; undefined unless the token is valid. */
  spend(refreshToken: string): Grant | undefined
  /** The grant of an access token; undefined unless the token is valid. */
  bearing(accessToken: string): Grant | undefined
  openCode(authorization: Authorization): string
  /** The authorization request of `code`, which this call invalidates; undefined unless the code is valid. */
  spendCode(code: string): Authorization | undefined
  /** Revokes every token, as happens if a user withdraws the authorization of the application. */
  revoke(): void
}

/** Creates an empty set of grants; `now` gives milliseconds since the epoch. */
export function createGrants(state: AccountingState, now: () => number): Grants {
  const codes = new Map<string, Authorization & { readonly expires: number }>()
  const byRefresh = new Map<string, Grant>()
  const byAccess = new Map<string, Grant>()
  return {
    issue({ permissions, company }) {
      const grant: Grant = {
        accessToken: secret(),
        accessExpires: now() + state.expiresIn * 1000,
        refreshToken: secret(),
        refreshExpires: now() + REFRESH_LIFETIME,
        permissions,
        company,
      }
      byRefresh.set(grant.refreshToken, grant)
      byAccess.set(grant.accessToken, grant)
      return grant
    },
    spend(refreshToken) {
      const grant = byRefresh.get(refreshToken)
      if (!grant || grant.refreshExpires <= now()) return undefined
      byRefresh.delete(refreshToken)
      byAccess.delete(grant.accessToken)
      return grant
    },
    bearing(accessToken) {
      const grant = byAccess.get(accessToken)
      return grant && grant.accessExpires > now() ? grant : undefined
    },
    openCode(authorization) {
      const code = secret()
      codes.set(code, { ...authorization, expires: now() + CODE_LIFETIME })
      return code
    },
    spendCode(code) {
      const authorization = codes.get(code)
      codes.delete(code)
      return authorization && authorization.expires > now() ? authorization : undefined
    },
    revoke() {
      byRefresh.clear()
      byAccess.clear()
    },
  }
}

function secret(): string {
  return randomBytes(32).toString('hex')
}
