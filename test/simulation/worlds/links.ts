/**
 * An authorization by a link while a token is refreshed. Mei has logged in at the accounting service, which sends her browser
 * back with a code; she looks at the question and answers it. Her browser may load any of these pages again in a second tab.
 * Hana, a caller, may need an access token meanwhile.
 */
import { authorizationOf } from '../../../lib/services/accounting/tokens/authorize/authorization.ts'
import { answerQuestion, viewOf } from '../../../lib/services/accounting/tokens/browser/confirm.ts'
import type { BrowserDeps, Visit } from '../../../lib/services/accounting/tokens/browser/deps.ts'
import {
  digestOf,
  type Link,
  linkFormat,
  linkKey,
  STEP_LIFE,
} from '../../../lib/services/accounting/tokens/browser/link.ts'
import { receiveCode } from '../../../lib/services/accounting/tokens/browser/receive.ts'
import { openPair } from '../../../lib/services/accounting/tokens/exchange/pair.ts'
import { createSource } from '../../../lib/services/accounting/tokens/source.ts'
import type { Play, World } from '../explore.ts'
import type { Simulation } from '../simulation.ts'
import {
  brokenLifecycle,
  createTokenStage,
  credentialIn,
  depsOf,
  LEASE,
  SEALER,
  SETTINGS,
  spentTwice,
  type TokenStage,
} from './token-process.ts'
import { told } from './told.ts'

const ID = digestOf('link')
const SECRET = 'browser'
const STATE = 'state'
const PENDING = { state: STATE, verifier: 'v', redirectUri: SETTINGS.redirectUri }

export interface LinksOptions {
  readonly name: string
  /** Whether Hana needs an access token meanwhile. */
  readonly refreshes?: boolean
}

export function linksWorld({ name, refreshes = false }: LinksOptions): World {
  return { name, steps: [LEASE + 1], begin: simulation => beginLinks(simulation, refreshes) }
}

/** What a tab of the browser loads. */
type Task = 'comes back' | 'answers'

interface LinkStage {
  readonly tokens: TokenStage
  /** What the pages have said. */
  readonly said: string[]
}

function beginLinks(simulation: Simulation, refreshes: boolean): Play {
  const tokens = createTokenStage(simulation)
  const { store, service } = tokens
  const stage: LinkStage = { tokens, said: [] }
  simulation.worldState.push(() => JSON.stringify(stage.said))
  store.put(linkKey(ID), linkFormat.format(openedLink(simulation.now)))
  if (refreshes)
    simulation.actor('hana', () =>
      told(simulation, 'hana', createSource(depsOf('hana', 0, tokens)).accessToken()),
    )
  simulation.actor('mei', async () => {
    await told(simulation, 'mei', load('comes back', 'mei', 0, stage))
    await told(simulation, 'mei', load('answers', 'mei', 1, stage))
  })
  simulation.actor('tab', async () => {
    const what = await simulation.choose('tab', ['comes back', 'answers', 'leaves'], '')
    if (what !== 'leaves') await told(simulation, 'tab', load(what, 'tab', 0, stage))
  })
  return {
    broken: () => spentTwice(service) ?? brokenCode(stage),
    brokenAtEnd: () => brokenLifecycle(tokens) ?? brokenWord(stage),
    ending: () => [
      `credential: ${store.records().get('tokens/accounting')}`,
      `link: ${store.records().get(linkKey(ID))}`,
      `service: ${JSON.stringify(service)}`,
      `said: ${stage.said.join(', ')}`,
    ],
  }
}

/** What nobody has stored yet may be lost: then the page asks the person to log in again. */
function brokenCode({ tokens: { store, service } }: LinkStage): string | undefined {
  const [revoked] = service.revoked
  const { step } = linkFormat.parse(store.records().get(linkKey(ID)) ?? '')
  const isStored = ['received', 'keeping', 'kept'].includes(step.at)
  return revoked && isStored
    ? `the code was sent again, so ${revoked} was revoked, which is ${step.at}`
    : undefined
}

/** A page that says that the pair is kept, is right; one that says that it was declined too. */
function brokenWord({ tokens: { store, service }, said }: LinkStage): string | undefined {
  const credential = credentialIn(store)
  const isOfLink = authorizationOf(credential)?.operation !== 'first'
  if (said.includes('declined') && isOfLink) return 'the pair was declined, and is in use'
  if (!said.includes('kept')) return undefined
  if (!isOfLink) return 'the pair was kept, and is not in use'
  const { refreshToken } = openPair(SEALER, credential)
  const isSpent = !service.living.includes(refreshToken) && credential.lifecycle.state === 'current'
  return isSpent ? 'the pair was kept, and its refresh token was spent' : undefined
}

function openedLink(now: number): Link {
  const secret = SEALER.seal(JSON.stringify(PENDING), { record: linkKey(ID), counter: 0 })
  const step = { at: 'opened', browser: digestOf(SECRET), state: digestOf(STATE), secret } as const
  const { clientId: client, redirectUri } = SETTINGS
  return { keyid: 'mei:admin:1', client, redirectUri, until: now + STEP_LIFE, step }
}

async function load(task: Task, actor: string, request: number, { tokens, said }: LinkStage): Promise<void> {
  const { simulation } = tokens
  const deps: BrowserDeps = {
    ...depsOf(actor, request, tokens),
    redirectUri: SETTINGS.redirectUri,
    isRevoked: async () => false,
  }
  const visit: Visit = { id: ID, secret: SECRET, trace: { note: () => undefined, remote: () => undefined } }
  if (task === 'comes back') await receiveCode(visit, { state: STATE, code: 'code' }, deps)
  const shown = await viewOf(visit, deps)
  simulation.tell(actor, `sees: ${shown.kind}`)
  if (task === 'comes back' || shown.kind !== 'ask') return void said.push(shown.kind)
  const answer = await simulation.choose(actor, ['keep', 'drop'], shown.token)
  await answerQuestion(visit, { token: shown.token, answer }, deps)
  const { kind } = await viewOf(visit, deps)
  simulation.tell(actor, `sees: ${kind}`)
  said.push(kind)
}
