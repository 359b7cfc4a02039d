/**
 * An authorization during the refresh of a token. Mei has logged in at the accounting service, which sends her browser
 * back with a code; she sees the question and answers it. Her browser may load each of these pages again in a second
 * tab. Meanwhile Hana, a caller, may need an access token.
 */
import { AppError } from '../../../lib/core/errors.ts'
import { authorizationOf } from '../../../lib/services/accounting/tokens/authorize/authorization.ts'
import {
  keepAuthorization,
  type Progress,
  readProgress,
  receiveCode,
} from '../../../lib/services/accounting/tokens/authorize/authorize.ts'
import {
  digestOf,
  type Pending,
  pendingFormat,
  pendingKey,
  STEP_LIFE,
} from '../../../lib/services/accounting/tokens/authorize/pending.ts'
import type { TokenDeps } from '../../../lib/services/accounting/tokens/deps.ts'
import { openPair } from '../../../lib/services/accounting/tokens/exchange/pair.ts'
import { createSource } from '../../../lib/services/accounting/tokens/source.ts'
import type { Simulation } from '../simulation.ts'
import type { Play, World } from '../world.ts'
import {
  brokenLifecycle,
  createTokenStage,
  credentialIn,
  depsOf,
  LEASE,
  SEALER,
  SETTINGS,
  type TokenStage,
} from './token-process.ts'
import { told } from './told.ts'

const OWNER = 'mei'
const KEY = pendingKey(OWNER)
const STATE = 'state'

export interface AuthorizationsOptions {
  readonly name: string
  /** Whether Hana needs an access token during the authorization. */
  readonly refreshes?: boolean
}

export function authorizationsWorld({ name, refreshes = false }: AuthorizationsOptions): World {
  return { name, steps: [LEASE + 1], begin: simulation => beginAuthorizations(simulation, refreshes) }
}

/** The pages that a tab of the browser loads. */
type Task = 'comes back' | 'answers'

interface Stage {
  readonly tokens: TokenStage
  /** Whether a page has said that the pair is stored. */
  readonly said: { isKept: boolean }
}

function beginAuthorizations(simulation: Simulation, refreshes: boolean): Play {
  const tokens = createTokenStage(simulation)
  const { store, service } = tokens
  const stage: Stage = { tokens, said: simulation.share({ isKept: false }) }
  store.put(KEY, pendingFormat.format(begun(simulation.now)))
  if (refreshes)
    simulation.actor('hana', () =>
      told(simulation, 'hana', createSource(depsOf('hana', 0, tokens)).accessToken()),
    )
  simulation.actor('mei', async () => {
    await told(simulation, 'mei', load('comes back', 'mei', 0, stage))
    simulation.begins('1')
    await told(simulation, 'mei', load('answers', 'mei', 1, stage))
  })
  simulation.actor('tab', async () => {
    const what = await simulation.choose('tab', ['comes back', 'answers', 'leaves'], '')
    if (what !== 'leaves') await told(simulation, 'tab', load(what, 'tab', 0, stage))
  })
  return {
    broken: () => service.hasty ?? brokenCode(stage),
    brokenAtEnd: () => brokenLifecycle(tokens) ?? brokenWord(stage),
    ending: () => [
      `credential: ${store.record('tokens/accounting')}`,
      `authorization: ${store.record(KEY)}`,
      `service: ${JSON.stringify(service)}`,
      `said: ${JSON.stringify(stage.said)}`,
    ],
  }
}

/**
 * Returns the broken promise if a pair that was received or stored was revoked, because its code was sent again. Any
 * other pair may be lost: the page then asks the person to log in again.
 */
function brokenCode({ tokens: { store, service } }: Stage): string | undefined {
  const [revoked] = service.revoked
  if (!revoked) return undefined
  const record = store.record(KEY)
  const isReceived = record !== undefined && pendingFormat.parse(record).step.at === 'received'
  const isKept = authorizationOf(credentialIn(store))?.operation !== 'first'
  if (!isReceived && !isKept) return undefined
  return `the code was sent again, so ${revoked} was revoked, which is ${isKept ? 'kept' : 'received'}`
}

/** Returns the broken promise if a page says that the pair is stored although it is not. */
function brokenWord({ tokens: { store, service }, said }: Stage): string | undefined {
  if (!said.isKept) return undefined
  const credential = credentialIn(store)
  if (authorizationOf(credential)?.operation === 'first') return 'the pair was kept, and is not in use'
  const { refreshToken } = openPair(SEALER, credential)
  const isSpent = !service.living.includes(refreshToken) && credential.lifecycle.state === 'current'
  return isSpent ? 'the pair was kept, and its refresh token was spent' : undefined
}

function begun(now: number): Pending {
  const text = JSON.stringify({ verifier: 'v', redirectUri: SETTINGS.redirectUri })
  const secret = SEALER.seal(text, { record: KEY, counter: 0 })
  const { clientId: client } = SETTINGS
  return { client, state: digestOf(STATE), secret, until: now + STEP_LIFE, step: { at: 'begun' } }
}

async function load(task: Task, actor: string, request: number, { tokens, said }: Stage): Promise<void> {
  const { simulation } = tokens
  const deps: TokenDeps = depsOf(actor, request, tokens)
  const shown = await progressAfter(task, deps)
  simulation.tell(actor, `sees: ${shown.state}`)
  if (task === 'comes back' || shown.state !== 'received') return
  const { authorization, replaces, companies } = shown
  const remembers = JSON.stringify([authorization, replaces, companies])
  const answer = await simulation.choose(actor, ['keeps', 'leaves'], remembers)
  if (answer === 'leaves') return
  const [company] = companies
  await keepAuthorization({ owner: OWNER, authorization, company: company?.id ?? 0, replaces }, deps)
  simulation.change(() => {
    said.isKept = true
  })
}

/** Returns the state of the authorization after a task. A page that is refused says why, and shows this state. */
async function progressAfter(task: Task, deps: TokenDeps): Promise<Progress> {
  if (task === 'answers') return readProgress({ owner: OWNER }, deps)
  return receiveCode({ owner: OWNER, code: 'code', state: STATE }, deps).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'authorization_failed') return { state: 'none' }
    throw error
  })
}
