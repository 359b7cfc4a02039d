/**
 * The cost of the token source: a call with a fresh token, against a read of the stored record for each call; and fifty
 * callers in five instances at one expiry, against a single caller, with one embedded store and a service that answers
 * as slowly as a real one.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openEmbeddedStore } from '../lib/core/store/embedded.ts'
import { authorizeHere } from '../lib/services/accounting/tokens/authorize/here.ts'
import { createFileJournal } from '../lib/services/accounting/tokens/storing/journal.ts'
import { createTokens } from '../lib/services/accounting/tokens/tokens.ts'
import { AUTHORIZE_PATH, createAccountingSandbox, TOKEN_PATH } from '../sandbox/accounting/sandbox.ts'
import { heldAnswer } from '../sandbox/faults.ts'
import { listen } from '../sandbox/listen.ts'
import { type Measurement, median, ratioText } from './measurement.ts'

const CALLS = 200_000
const READS = 2_000
const EXPIRIES = 7
const INSTANCES = 5
const CALLERS = 10
const LIFETIME = 21_600_000
/** Milliseconds that the service takes to answer a refresh. */
const ANSWER = 300

export async function measureTokens(): Promise<Measurement[]> {
  const folder = await mkdtemp(join(tmpdir(), 'kura-tokens-'))
  const world = await openWorld(folder)
  try {
    return [await measureFresh(world), await measureExpiry(world)]
  } finally {
    await world.close()
    await rm(folder, { recursive: true })
  }
}

type World = Awaited<ReturnType<typeof openWorld>>

async function openWorld(folder: string) {
  let offset = 0
  const now = () => Date.now() + offset
  const sandbox = createAccountingSandbox({ now })
  const served = await listen(sandbox.fetch)
  const store = openEmbeddedStore(join(folder, 'store.db'), { now })
  const { client_id: clientId, client_secret: clientSecret } = sandbox.state.application
  const settings = {
    clientId,
    clientSecret,
    tokenUrl: served.url + TOKEN_PATH,
    authorizeUrl: served.url + AUTHORIZE_PATH,
    redirectUri: 'urn:ietf:wg:oauth:2.0:oob',
  }
  const options = (clock = () => performance.now() + offset) => ({
    store,
    sealKeys: [{ epoch: '1', secret: Buffer.alloc(32, 1) }],
    settings,
    fetch,
    clock,
    deployment: 'local' as const,
    journal: createFileJournal(join(folder, 'answers')),
    instance: 'bench',
  })
  const open = (clock?: () => number) => createTokens(options(clock))
  const here = authorizeHere(options())
  const { url } = await here.begin()
  const page = await (await fetch(url)).text()
  await here.finish(/<code>([^<]+)</.exec(page)?.[1] ?? '')
  return {
    open,
    sandbox,
    expire() {
      offset += LIFETIME
    },
    async close() {
      await store.close()
      await served.close()
    },
  }
}

async function measureFresh({ open }: World): Promise<Measurement> {
  const warm = open()
  await warm.accessToken()
  const fresh = await perCall(CALLS, () => warm.accessToken())
  let time = 0
  const reader = open(() => {
    time += 6_000
    return time
  })
  const reading = await perCall(READS, () => reader.accessToken())
  const ratio = reading / fresh
  return {
    what: 'a fresh access token',
    found: `${(fresh * 1000).toFixed(2)} µs, ${ratio.toFixed(0)} times as fast as a read of the stored record`,
    aim: { text: 'at least 20 times', held: ratio >= 20 },
  }
}

/** Milliseconds per call. */
async function perCall(calls: number, work: () => Promise<string>): Promise<number> {
  const started = performance.now()
  for (let call = 0; call < calls; call += 1) await work()
  return (performance.now() - started) / calls
}

async function measureExpiry(world: World): Promise<Measurement> {
  world.sandbox.faults.arm(
    `POST ${TOKEN_PATH}`,
    heldAnswer(() => delay(ANSWER)),
    { times: Number.POSITIVE_INFINITY },
  )
  const alone = await expiries(world, { instances: 1, callers: 1 })
  const before = world.sandbox.oauth.counts.rotations
  const crowd = await expiries(world, { instances: INSTANCES, callers: CALLERS })
  const rotations = world.sandbox.oauth.counts.rotations - before
  const ratio = crowd / alone
  return {
    what: `${INSTANCES * CALLERS} callers in ${INSTANCES} instances at one expiry`,
    found: `all served in ${ratioText(ratio)} times a single caller's ${alone.toFixed(0)} ms, ${rotations / EXPIRIES} refresh each`,
    aim: { text: 'one refresh, at most 2 times', held: ratio <= 2 && rotations === EXPIRIES },
  }
}

/** The median of the milliseconds until the last caller has its token. */
async function expiries(
  { open, expire }: World,
  { instances, callers }: { instances: number; callers: number },
): Promise<number> {
  const sources = Array.from({ length: instances }, () => open())
  const times: number[] = []
  for (let expiry = 0; expiry < EXPIRIES; expiry += 1) {
    expire()
    const started = performance.now()
    const calls = sources.flatMap(source => Array.from({ length: callers }, () => source.accessToken()))
    await Promise.all(calls)
    times.push(performance.now() - started)
  }
  return median(times)
}
