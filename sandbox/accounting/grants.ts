/**
 * The tokens and codes that the accounting sandbox has issued. A refresh token works once; from then on it and its access
 * token are invalid. A code works once, for ten minutes.
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
  /** What was permitted at the authorization; a refresh adds nothing. */
  readonly permissions: ReadonlySet<Permission>
  /** The company that was chosen then. */
  readonly company: Company | undefined
}

/** What a user granted. */
export type Granted = Pick<Grant, 'permissions' | 'company'>

/** The authorization request that a code answers. */
export interface Authorization {
  readonly redirectUri: string
  readonly challenge: string | null
  readonly company?: Company | undefined
}

export interface Grants {
  issue(granted: Granted): Grant
  /** The valid grant of a refresh token; it is invalid from then on. */
  spend(refreshToken: string): Grant | undefined
  /** The valid grant of an access token. */
  bearing(accessToken: string): Grant | undefined
  /** A new code for `authorization`. */
  openCode(authorization: Authorization): string
  /** The authorization request of a valid code; the code is invalid from then on. */
  spendCode(code: string): Authorization | undefined
  /** Revokes every token, as a user does by withdrawing the application. */
  revoke(): void
}

/** No grant yet; `now` is in milliseconds. */
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
