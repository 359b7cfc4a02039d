/**
 * Imports receipts with files (thirty in a whole run), of which a third have two rates. The command runs in a real
 * process, with `--local` and the embedded store, and is killed with SIGKILL in the middle. Another run, through the
 * host, completes the import: every deal and file exists once.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { optionsOf } from '../../../../../lib/app/accounting-access.ts'
import { createCore } from '../../../../../lib/app/core.ts'
import { routesOfAccounting } from '../../../../../lib/app/functions/accounting.ts'
import { registerAccounting } from '../../../../../lib/cli/commands/accounting/index.ts'
import { registerSettle } from '../../../../../lib/cli/commands/settle/settle.ts'
import { LEASE } from '../../../../../lib/core/claims/lease.ts'
import { openEmbeddedStore } from '../../../../../lib/core/store/embedded.ts'
import { SETTLING } from '../../../../../lib/services/accounting/cases/cases.ts'
import { authorizeHere } from '../../../../../lib/services/accounting/tokens/authorize/here.ts'
import type { Fault } from '../../../../../sandbox/faults.ts'
import { keyText, serveFunction, TEST_SECRET } from '../../../../helpers/functions.ts'
import { startAccountingSandbox } from '../../../../helpers/remotes/accounting-sandbox.ts'
import { count, drawn } from '../../../../helpers/run/sampled.ts'
import { runCommand } from '../../../../helpers/run-command.ts'
import { temporaryDirectory } from '../../../../helpers/temporary-directory.ts'
import { ALL_PERMISSIONS, storeConfirmation } from '../../../../services/accounting/deals/world.ts'
import { authorize } from '../../../../services/accounting/tokens/world.ts'
import { writeReceipts } from './world.ts'

const MAIN = resolve(import.meta.dirname, '../../../../../lib/cli/main.ts')
const COUNT = count({ few: 15, all: 30 })

async function createWorld() {
  // a killed process leaves half an exchange, so every deviation from the description is allowed
  const running = await startAccountingSandbox({ permissions: ALL_PERMISSIONS, known: /./ })
  running.clock.now = Date.now()
  running.company.deals.clear()
  const cwd = await temporaryDirectory()
  const file = join(cwd, 'store.db')
  const settings = {
    KURA_SECRETS: `1:${TEST_SECRET.toString('base64url')}`,
    KURA_SEAL_KEYS: `1:${Buffer.alloc(32, 9).toString('base64url')}`,
    KURA_STORE_FILE: file,
    ...running.settings,
    ACCOUNTING_WRITES: 'on',
    ACCOUNTING_SCHEDULE: 'document-1',
  }
  // a person runs the command again when the claims of the killed process have ended
  const time = { later: LEASE + 1 }
  const store = openEmbeddedStore(file, { now: () => Date.now() + time.later })
  onTestFinished(() => store.close())
  const deps = { env: settings, openStore: async () => store, log: () => undefined }
  const core = createCore({ ...deps, now: Date.now, clock: () => performance.now(), fetch })
  await authorize(authorizeHere(optionsOf(core, { name: 'test' })))
  await storeConfirmation(store)
  const served = await serveFunction(routesOfAccounting, deps)
  const keyid = 'hana:accounting.read+accounting.write+approve:1'
  await writeFile(join(cwd, 'key.json'), keyText(served.url, keyid))
  const table = await writeReceipts(cwd, { count: COUNT, mixed: true })
  const env = { ...settings, KURA_URL: 'http://127.0.0.1:9', PATH: process.env['PATH'], HOME: cwd }
  return {
    running,
    time,
    table,
    /** Starts the command in a process of its own, with `--local`. */
    start: (words: readonly string[]) =>
      spawn(process.execPath, [MAIN, 'accounting', ...words, '--local'], { cwd, env, stdio: 'ignore' }),
    /** Runs the command in this process; its calls go to the host. */
    kura: (words: readonly string[]) =>
      words[0] === 'settle'
        ? runCommand(registerSettle, [...words, '--key', join(cwd, 'key.json')], {
            cwd,
            now: Date.now(),
            env: { KURA_LANGUAGE: 'en' },
          })
        : runCommand(registerAccounting, ['accounting', ...words, '--key', join(cwd, 'key.json')], {
            cwd,
            now: Date.now(),
            env: { KURA_LANGUAGE: 'en' },
          }),
    counts() {
      const receipts = [...running.company.receipts.values()]
      const deals = [...running.company.deals.values()]
      return {
        deals: deals.length,
        cases: new Set(deals.map(deal => deal.ref_number)).size,
        files: receipts.length,
        contents: new Set(receipts.map(({ file: { sha256 } }) => sha256)).size,
        lines: deals.reduce((sum, { details }) => sum + details.length, 0),
        attached: new Set(deals.flatMap(deal => deal.receipts?.map(({ id }) => id) ?? [])).size,
      }
    },
  }
}

type World = Awaited<ReturnType<typeof createWorld>>

/** Kills the process at a call to the service: before the service's work, or after its effect. */
async function killAt(call: string, when: 'before' | 'after', skip: number, world: World): Promise<void> {
  const child = world.start(['import', world.table, '--write'])
  const end = once(child, 'exit')
  const kill = async () => {
    child.kill('SIGKILL')
    await end
  }
  const fault: Fault =
    when === 'before'
      ? { before: () => kill().then(() => new Response(null, { status: 500 })) }
      : { after: answer => kill().then(() => answer) }
  world.running.sandbox.faults.arm(call, fault, { skip })
  const [, signal] = await end
  expect(signal).toBe('SIGKILL')
}

const EACH_ONCE = {
  lines: COUNT + COUNT / 3,
  deals: COUNT,
  cases: COUNT,
  files: COUNT,
  contents: COUNT,
  attached: COUNT,
}

const committed = [
  { name: 'a file was uploaded', call: 'POST /api/1/receipts', skip: COUNT * 0.8 },
  { name: 'a deal was created', call: 'POST /api/1/deals', skip: COUNT * 0.4 },
  { name: 'the first deal was created', call: 'POST /api/1/deals', skip: 0 },
]
test.each(drawn(committed, 2))(
  'killed when $name: the next run looks for it, and adds what is missing',
  async row => {
    const world = await createWorld()
    await killAt(row.call, 'after', row.skip, world)
    const before = world.counts()
    expect(before.deals).toBeLessThan(COUNT)
    const dry = await world.kura(['import', world.table])
    expect(world.counts()).toEqual(before)
    expect(dry.out).toContain('register: ')
    expect(await world.kura(['import', world.table, '--write'])).toMatchObject({ status: 0 })
    expect(world.counts()).toEqual(EACH_ONCE)
    expect(await world.kura(['import', world.table, '--write'])).toMatchObject({ status: 0 })
    expect(world.counts()).toEqual(EACH_ONCE)
  },
)

const uncertain = [
  { name: 'file', call: 'POST /api/1/receipts', skip: 3 },
  { name: 'deal', call: 'POST /api/1/deals', skip: 3 },
]
test.each(drawn(uncertain, 1))(
  'killed before a $name arrived: a person frees it, and nothing is there twice',
  async row => {
    const world = await createWorld()
    await killAt(row.call, 'before', row.skip, world)
    const again = await world.kura(['import', world.table, '--write'])
    expect(again.status, again.out).toBe(3)
    expect(world.counts()).toMatchObject({ deals: COUNT - 1, cases: COUNT - 1 })
    const [open] = JSON.parse(
      (await world.kura(['settle', '--list', '--kind', row.name, '--json'])).out,
    ).items
    world.time.later += SETTLING
    const said = ['--by', 'Mei', '--reason', 'it is not there', '--operation', open.operation]
    await world.kura(['settle', open.case, '--free', '--kind', row.name, ...said])
    expect(await world.kura(['import', world.table, '--write'])).toMatchObject({ status: 0 })
    expect(world.counts()).toEqual(EACH_ONCE)
  },
)
