/**
 * `npm run bench pages`: what a page of the console costs. The bytes on the wire, as the host sends them (Brotli, and
 * without compression); the server's time beside that of the endpoint whose reply the page shows; and the first answer
 * of a new instance beside a bare function's.
 */
import { brotliCompressSync } from 'node:zlib'
import { createCore } from '../lib/app/core.ts'
import { routesOfAdmin } from '../lib/app/functions/admin.ts'
import { routesOfChat } from '../lib/app/functions/chat.ts'
import { routesOfConsole } from '../lib/app/functions/console.ts'
import { routesOfRegistrar } from '../lib/app/functions/registrar.ts'
import { changePerson, personKey } from '../lib/console/people/people.ts'
import { beginSession } from '../lib/console/sessions.ts'
import { readConfig } from '../lib/core/config/config.ts'
import { createHandler } from '../lib/core/http/handler.ts'
import { routeSource } from '../lib/core/http/router.ts'
import { authenticStore } from '../lib/core/signatures/authentic-store.ts'
import { deriveSecret, type Scope } from '../lib/core/signatures/keys.ts'
import { newNonce, signRequest } from '../lib/core/signatures/sign.ts'
import type { Store } from '../lib/core/store/store.ts'
import { entryLine } from '../lib/services/activity/entry.ts'
import { createMemoryStore } from '../test/helpers/memory-store.ts'
import { chainOf } from '../test/services/activity/exports.ts'
import { openBooks } from './books.ts'
import { measureStarts } from './cold.ts'
import { type Measurement, median, ratioText } from './measurement.ts'

const SECRET = Buffer.alloc(32, 7)
const RING = `1:${SECRET.toString('base64url')}`
const HOST = 'https://kura.example'
const ROUNDS = 300
/**
 * The largest ratio of a page's time to its endpoint's: the page calls the endpoint, and also writes some 6 KB of HTML.
 */
const PAGE_TO_ENDPOINT = 3
const FIRST_PAGE = 1.6

const SCOPES: readonly Scope[] = [
  'accounting.read',
  'accounting.write',
  'registrar.read',
  'chat.read',
  'today.read',
  'admin',
  'approve',
]
/** The pages, and the most compressed bytes of each, with its style and script. */
const PAGES: readonly (readonly [path: string, most: number])[] = [
  ['/console', 1_914],
  ['/console/sign-in', 3_480],
  ['/console/enrol', 3_053],
  // 280 of these bytes are the part of the script that makes a picture smaller
  ['/console/receipts', 3_628],
  ['/console/more', 2_189],
  ['/console/domains', 2_290],
  ['/console/messages', 2_251],
  ['/console/history', 3_981],
  ['/console/devices', 3_039],
  ['/console/deals', 2_713],
  ['/console/deals/journal', 2_053],
]
/** The most milliseconds that a page may take in addition to the endpoints whose replies it shows. */
const MOST_OWN = 50
const OWN: readonly (readonly [path: string, endpoints: readonly string[]])[] = [
  ['/console/domains', ['/api/registrar/orders?state=all', '/api/registrar/spending']],
  ['/console/messages', ['/api/chat/deliveries?limit=20', '/api/chat/status/standing']],
  ['/console/history', []],
  ['/console/devices', []],
  ['/console/deals', []],
]
const ENTRIES = 5_000
const DEVICES = 500

export async function measurePages(): Promise<Measurement[]> {
  const site = await openSite()
  return [
    ...(await Promise.all(PAGES.map(page => measureBytes(page, site)))),
    await measureTime(site),
    ...(await measureOwnTimes(site)),
    ...(await measureStarts(() => [
      { name: 'console', kind: 'page', path: '/console', status: 401, aim: FIRST_PAGE },
    ])),
  ]
}

type Ask = (path: string) => Promise<Response>

interface Site {
  /** Opens a page in the session of a person. */
  readonly page: Ask
  /** Calls an endpoint with a signature. */
  readonly call: Ask
  /** Milliseconds that the accounting service has taken so far. */
  readonly spent: () => number
}

async function openSite(): Promise<Site> {
  const store = createMemoryStore()
  const books = openBooks()
  const core = createCore({
    env: {
      KURA_URL: HOST,
      KURA_SECRETS: RING,
      KURA_SEAL_KEYS: RING,
      KURA_LANGUAGE: 'ja',
      ...books.env,
      CHAT_BOT_TOKENS: `MQ.A.${'A'.repeat(20)}`,
      CHAT_GUILD_ID: '1',
      REGISTRAR_TOKEN: 'bench',
      REGISTRAR_TEAM_ID: 'bench',
    },
    now: Date.now,
    clock: () => performance.now(),
    fetch: books.fetch,
    log: () => undefined,
    openStore: async () => store,
  })
  await books.authorize(core)
  await fillLog(store)
  await fillDevices(store)
  const session = await signIn(authenticStore(store, readConfig({ KURA_SEAL_KEYS: RING }).sealKeys))
  const source = routeSource(
    [routesOfConsole, routesOfAdmin, routesOfRegistrar, routesOfChat].flatMap(routes => routes(core)),
  )
  const handle = createHandler(source, core.handlerDeps)
  const cookie = `__Host-kura-session=${session}`
  return {
    page: path => handle(new Request(HOST + path, { headers: { accept: 'text/html', cookie } })),
    call: path => handle(new Request(HOST + path, { headers: signedHeaders(HOST + path) })),
    spent: books.spent,
  }
}

async function fillLog(store: ReturnType<typeof createMemoryStore>): Promise<void> {
  for (const entry of chainOf(ENTRIES, entry => ({ ...entry, request: crypto.randomUUID() }))) {
    const key = `activity/entry/${String(entry.seq).padStart(10, '0')}`
    await store.swap(key, undefined, { value: entryLine(entry), version: 'bench' })
  }
}

export async function fillDevices(store: Store, count = DEVICES): Promise<void> {
  const at = new Date().toISOString()
  const counts = { expected: 40, installed: 40, indexed: 40, line: 'memory=40 / index reference=yes' }
  for (let number = 0; number < count; number++) {
    const name = `pc-${crypto.randomUUID().slice(0, 8)}`
    const days = { until: at.slice(0, 10), marks: 'wwwwbiw-'.repeat(4).slice(0, 30) }
    const state = { name, keyid: `${name}:device:1`, ...counts, sequence: 1, since: at, at, days }
    await store.swap(`device/${name}`, undefined, { value: JSON.stringify(state), version: 'bench' })
  }
}

/** Stores a person of the console, and returns the identifier of a session. */
export async function signIn(store: Store): Promise<string> {
  const at = new Date(Date.now() - 1_000).toISOString()
  const key = {
    credential: 'bench',
    publicKey: 'cose',
    spki: 'spki',
    algorithm: -7 as const,
    salt: 'salt',
    number: '123 456',
  }
  const terms = { scopes: [...SCOPES], host: 'kura.example', added: at, invitedBy: 'bench', vouches: [] }
  const person = {
    name: 'Mei',
    scopes: [...SCOPES],
    since: at,
    passkeys: [{ ...key, ...terms, vouched: at }],
  }
  await changePerson(personKey('Mei'), () => ({ write: person, result: undefined }), store)
  return beginSession({ person: personKey('Mei'), credential: 'bench' }, store)
}

function signedHeaders(url: string): Record<string, string> {
  const keyid = 'bench:today.read+registrar.read+chat.read:1'
  const secret = deriveSecret(SECRET, keyid)
  return { ...signRequest({ method: 'GET', url, keyid, secret, now: Date.now(), nonce: newNonce() }) }
}

async function measureBytes([path, most]: (typeof PAGES)[number], { page }: Site): Promise<Measurement> {
  const answer = await page(path)
  const bytes = Buffer.from(await answer.arrayBuffer())
  const sent = brotliCompressSync(bytes).byteLength
  if (answer.status !== 200) throw new Error(`Cannot measure ${path}: it answers ${answer.status}`)
  return {
    what: `${path}, bytes`,
    found: `${sent} compressed, ${bytes.byteLength} as it is`,
    aim: { text: `at most ${most} on the wire`, held: sent <= most },
  }
}

/** The time of the page, and of the endpoint whose reply it shows, one after the other in each round. */
async function measureTime({ page, call }: Site): Promise<Measurement> {
  const times = { page: [] as number[], endpoint: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    times.page.push(await timeOf(page, '/console'))
    times.endpoint.push(await timeOf(call, '/api/admin/today'))
  }
  const [pages, endpoints] = [median(times.page), median(times.endpoint)]
  return {
    what: '/console, server time',
    found: `${pages.toFixed(2)} ms, its endpoint ${endpoints.toFixed(2)}: ${ratioText(pages / endpoints)}`,
    aim: { text: `at most ${PAGE_TO_ENDPOINT}`, held: pages / endpoints <= PAGE_TO_ENDPOINT },
  }
}

async function measureOwnTimes(site: Site): Promise<Measurement[]> {
  const found: Measurement[] = []
  for (const row of OWN) found.push(await measureOwn(row, site))
  return found
}

/** The time of a page, less that of the accounting service and of the endpoints whose replies the page shows. */
async function measureOwn(
  [path, endpoints]: (typeof OWN)[number],
  { page, call, spent }: Site,
): Promise<Measurement> {
  const own: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const before = spent()
    const shown = await timeOf(page, path)
    let asked = spent() - before
    for (const endpoint of endpoints) asked += await timeOf(call, endpoint)
    own.push(shown - asked)
  }
  return {
    what: `${path}, server time beyond its endpoints`,
    found: `${median(own).toFixed(2)} ms`,
    aim: { text: `at most ${MOST_OWN} ms`, held: median(own) <= MOST_OWN },
  }
}

async function timeOf(ask: Ask, path: string): Promise<number> {
  const started = performance.now()
  const answer = await ask(path)
  await answer.text()
  return performance.now() - started
}
