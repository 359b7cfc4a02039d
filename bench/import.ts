/**
 * Imports 1,000 receipts with files through a signed HTTP function, the embedded store and the sandbox of the
 * accounting service: the calls that a row costs, and the time beside the service's own limit of uploads.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from '@commander-js/extra-typings'
import { optionsOf } from '../lib/app/accounting-access.ts'
import { type Core, createCore } from '../lib/app/core.ts'
import { routesOfAccounting } from '../lib/app/functions/accounting.ts'
import { registerAccountingImport } from '../lib/cli/commands/accounting/imports/index.ts'
import type { CliContext } from '../lib/cli/context.ts'
import { createOutput } from '../lib/cli/terminal/output.ts'
import { readConfig } from '../lib/core/config/config.ts'
import { createHandler } from '../lib/core/http/handler.ts'
import { routeSource } from '../lib/core/http/router.ts'
import { deriveSecret } from '../lib/core/signatures/keys.ts'
import { openEmbeddedStore } from '../lib/core/store/embedded.ts'
import type { Store } from '../lib/core/store/store.ts'
import { authorizeHere } from '../lib/services/accounting/tokens/authorize/here.ts'
import { AUTHORIZE_PATH, createAccountingSandbox, TOKEN_PATH } from '../sandbox/accounting/sandbox.ts'
import { listen } from '../sandbox/listen.ts'
import type { Measurement } from './measurement.ts'

const ROWS = 1000
/** How many files the service takes in a minute. */
const FILES_A_MINUTE = 300
const COMPANY = 1_234_567
/**
 * How many calls of the service a row may cost: a permission check and an upload, a query and a deal, and a share of
 * the master data.
 */
const SERVICE_AIM = 4.5

export async function measureImport(): Promise<Measurement[]> {
  const dir = await mkdtemp(join(tmpdir(), 'kura-import-'))
  try {
    await writeReceipts(dir)
    return await measureIn(dir)
  } finally {
    await rm(dir, { recursive: true })
  }
}

async function measureIn(dir: string): Promise<Measurement[]> {
  await using world = await startWorld(dir)
  const dry = await world.timed(['receipts.csv'])
  const write = await world.timed(['receipts.csv', '--write'])
  const again = await world.timed(['receipts.csv', '--write'])
  const least = (ROWS / FILES_A_MINUTE) * 60_000
  const { deals, receipts } = world
  if (deals() !== ROWS || receipts() !== ROWS)
    throw new Error(`${ROWS} rows became ${deals()} deals and ${receipts()} files`)
  return [
    { what: 'a dry run of 1,000 rows', found: textOf(dry) },
    {
      what: '1,000 rows with files, written',
      found: textOf(write),
      aim: {
        text: `at most ${SERVICE_AIM} calls of the service a row`,
        held: write.service <= SERVICE_AIM * ROWS,
      },
    },
    {
      what: 'the time of a write',
      found: `${secondsText(write.milliseconds)} beside ${secondsText(least)} that the service's limit of ${FILES_A_MINUTE} files a minute takes`,
      aim: { text: "less than the service's limit", held: write.milliseconds < least },
    },
    {
      what: 'the same again',
      found: textOf(again),
      aim: { text: 'nothing is sent', held: again.writes === 0 },
    },
  ]
}

interface Cost {
  readonly milliseconds: number
  readonly store: number
  readonly service: number
  /** The calls of the service that are not reads. */
  readonly writes: number
}

function textOf({ milliseconds, store, service }: Cost): string {
  const perRow = (count: number) => (count / ROWS).toFixed(2)
  return `${secondsText(milliseconds)}, ${perRow(service)} calls of the service and ${perRow(store)} of the store a row`
}

function secondsText(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`
}

async function writeReceipts(dir: string): Promise<void> {
  await mkdir(join(dir, 'files'))
  const rows: string[] = []
  for (let row = 0; row < ROWS; row++) {
    await writeFile(join(dir, 'files', `${row}.pdf`), `%PDF ${row} ${'x'.repeat(50_000)}`)
    const day = String((row % 28) + 1).padStart(2, '0')
    rows.push(`2026-04-${day},消耗品費,10,はい,${1000 + row},品 ${row},①㈱髙﨑商店,files/${row}.pdf,現金`)
  }
  const header = '日付,科目,税率,適格,金額,摘要,取引先,ファイル,支払方法'
  await writeFile(join(dir, 'receipts.csv'), [header, ...rows].join('\n'))
}

async function startWorld(dir: string) {
  const count = { store: 0, service: 0, writes: 0 }
  const sandbox = createAccountingSandbox({ now: Date.now })
  sandbox.state.application.permissions.add('taxes')
  const [company] = sandbox.state.companies
  company?.deals.clear()
  const service = await listen((request, connection) => {
    count.service += 1
    if (request.method !== 'GET') count.writes += 1
    return sandbox.fetch(request, connection)
  })
  const store = countCalls(openEmbeddedStore(join(dir, 'store.db')), () => {
    count.store += 1
  })
  const secret = Buffer.alloc(32, 5)
  const env: Record<string, string> = {
    KURA_SECRETS: `1:${secret.toString('base64url')}`,
    KURA_SEAL_KEYS: `1:${secret.toString('base64url')}`,
    ACCOUNTING_CLIENT_ID: sandbox.state.application.client_id,
    ACCOUNTING_CLIENT_SECRET: sandbox.state.application.client_secret,
    ACCOUNTING_BASE_URL: service.url,
    ACCOUNTING_TOKEN_URL: service.url + TOKEN_PATH,
    ACCOUNTING_AUTHORIZE_URL: service.url + AUTHORIZE_PATH,
    ACCOUNTING_WRITES: 'on',
    ACCOUNTING_SCHEDULE: 'document-1',
  }
  const core = createCore({
    env,
    now: Date.now,
    clock: () => performance.now(),
    fetch,
    log: () => undefined,
    openStore: async () => store,
  })
  const host = await listen(createHandler(routeSource(routesOfAccounting(core)), core.handlerDeps))
  env['KURA_URL'] = host.url
  await authorize(core)
  await confirmFirstDeal(store)
  const keyid = 'bench:accounting.read+accounting.write:1'
  const key = { url: host.url, keyid, secret: deriveSecret(secret, keyid).toString('base64url') }
  await writeFile(join(dir, 'key.json'), JSON.stringify(key))
  const run = (words: readonly string[]) =>
    runImport([...words, '--key', join(dir, 'key.json')], contextOf(env, dir))
  return {
    deals: () => company?.deals.size,
    receipts: () => company?.receipts.size,
    async timed(words: readonly string[]): Promise<Cost> {
      Object.assign(count, { store: 0, service: 0, writes: 0 })
      const started = performance.now()
      await run(words)
      return { milliseconds: performance.now() - started, ...count }
    },
    async [Symbol.asyncDispose]() {
      await host.close()
      await service.close()
      await store.close()
    },
  }
}

function countCalls(store: Store, count: () => void): Store {
  const counted = <A extends unknown[], R>(call: (...given: A) => R) => {
    return (...given: A): R => {
      count()
      return call(...given)
    }
  }
  const { read, readMany, swap, remove, keys } = store
  return {
    ...store,
    read: counted(read),
    readMany: counted(readMany),
    swap: counted(swap),
    remove: counted(remove),
    keys: counted(keys),
  }
}

async function authorize(core: Core): Promise<void> {
  const tokens = authorizeHere(optionsOf(core, { name: 'bench' }))
  const { url } = await tokens.begin()
  await tokens.finish(/<code>([^<]+)<\/code>/.exec(await (await fetch(url)).text())?.[1] ?? '')
}

async function confirmFirstDeal(store: Store): Promise<void> {
  const at = new Date().toISOString()
  const value = JSON.stringify({ company: COMPANY, deal: 1, confirmedBy: 'bench', key: 'bench', at })
  await store.swap(`accounting/first-deal/${COMPANY}`, undefined, { value, version: 'confirmed' })
}

function contextOf(env: Record<string, string>, cwd: string): CliContext {
  const silent = { write: (_text: unknown, done?: () => void) => done?.() }
  return {
    env,
    config: readConfig(env),
    cwd,
    now: Date.now,
    signal: new AbortController().signal,
    output: () => createOutput({ out: silent, err: silent, json: false }),
    ask: () => Promise.reject(new Error('no person is here')),
    exit: status => {
      if (status !== 0) throw new Error(`the import ended with ${status}`)
    },
  }
}

async function runImport(words: readonly string[], context: CliContext): Promise<void> {
  const program = new Command('kura').exitOverride()
  registerAccountingImport(program, context)
  await program.parseAsync(['import', ...words], { from: 'user' })
}
