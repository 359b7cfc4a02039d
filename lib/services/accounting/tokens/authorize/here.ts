/** Authorizes without a signed request to the host, for `npm start`, benchmarks and tests. */
import { readStatus, type TokenStatus } from '../status.ts'
import { type TokensOptions, tokenDeps } from '../tokens.ts'
import { type BegunAuthorization, beginAuthorization, keepAuthorization, receiveCode } from './authorize.ts'
import { chooseBooks, readCode } from './pasted-code.ts'

const OWNER = 'local'

export interface HereAuthorization {
  begin(): Promise<BegunAuthorization>
  /** `company` is the id or the office number of the books; without it, `chooseBooks` decides. */
  finish(codeOrAddress: string, options?: { readonly company?: string | undefined }): Promise<TokenStatus>
}

export function authorizeHere(options: TokensOptions): HereAuthorization {
  const deps = tokenDeps(options)
  return {
    begin: () => beginAuthorization({ owner: OWNER, redirectUri: deps.settings.redirectUri }, deps),
    async finish(given, { company } = {}) {
      const progress = await receiveCode({ owner: OWNER, ...readCode(given) }, deps)
      await keepAuthorization({ owner: OWNER, ...chooseBooks(progress, company) }, deps)
      return readStatus(deps)
    },
  }
}
