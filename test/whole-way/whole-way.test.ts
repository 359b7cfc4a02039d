/**
 * The whole way of a new operator, from an empty directory to thirty receipts in the books: a checkout, `kura setup`
 * with its answers on standard input, a deployment, `kura doctor`, an import that is killed in the middle, a refund and
 * a new shop, `kura today`, `kura log`. Each command is a process, typed as in the manual; the remotes are sandboxes in
 * the test's process.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startChatSandbox } from '../../lib/cli/commands/start/chat-demo.ts'
import { startRegistrarSandbox } from '../../lib/cli/commands/start/registrar-demo.ts'
import { HEADER, writeReceipts } from '../cli/commands/accounting/imports/world.ts'
import { sharedCompileCache } from '../helpers/processes/compile-cache.ts'
import { type RunningSandbox, startAccountingSandbox } from '../helpers/remotes/accounting-sandbox.ts'
import { temporaryDirectory } from '../helpers/temporary-directory.ts'
import { ALL_PERMISSIONS } from '../services/accounting/deals/world.ts'
import { checkOut } from './checkout.ts'
import { createDeployment } from './deployment.ts'
import { createOperator, hasTerminal, type Operator } from './operator.ts'

const COUNT = 30
/** Milliseconds on a machine that is busy with other tests. */
const PATIENCE = 300_000

async function startBooks(): Promise<RunningSandbox> {
  const books = await startAccountingSandbox({ permissions: ALL_PERMISSIONS, now: Date.now })
  books.company.deals.clear()
  return books
}

/** The operator's answers; the addresses of the sandboxes are further settings. */
async function answersFor(url: string, books: RunningSandbox): Promise<string> {
  const [registrar, chat] = await Promise.all([startRegistrarSandbox({}), startChatSandbox({})])
  onTestFinished(async () => void (await Promise.all([registrar?.close(), chat?.close()])))
  const answers = {
    KURA_URL: url,
    KURA_LANGUAGE: 'en',
    SETUP_SERVICES: 'accounting,registrar,chat',
    ACCOUNTING_SCHEDULE: 'document-1',
    ACCOUNTING_WRITES: 'on',
    SETUP_APPROVE: 'yes',
    SETUP_PAYLOAD: 'sandbox/payload',
    ...books.settings,
    ...registrar?.settings,
    ...chat?.settings,
  }
  return Object.entries(answers)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')
}

/** The numbers of deals and files in the books. */
function countsOf({ company }: RunningSandbox) {
  const receipts = [...company.receipts.values()]
  const deals = [...company.deals.values()]
  return {
    deals: deals.length,
    cases: new Set(deals.map(deal => deal.ref_number)).size,
    files: receipts.length,
    contents: new Set(receipts.map(({ file: { sha256 } }) => sha256)).size,
    attached: new Set(deals.flatMap(deal => deal.receipts?.map(({ id }) => id) ?? [])).size,
  }
}

/** The code that the page shows to a person who has logged in and granted access. */
async function codeOn(page: string): Promise<string> {
  const { url } = JSON.parse(page) as { url: string }
  return /<code>([^<]+)<\/code>/.exec(await (await fetch(url)).text())?.[1] ?? ''
}

/** Expects that a command succeeded and printed `text`; a failure shows its whole output. */
function expectWell(
  ended: { status: number | null; out: string; err?: string },
  text: string | RegExp,
): void {
  const { status, out, err = '' } = ended
  expect({ status, shown: `${out}${err}` }).toEqual({ status: 0, shown: expect.stringMatching(text) })
}

const NONE = { deals: 0, cases: 0, files: 0, contents: 0, attached: 0 }
const EACH_ONCE = { deals: COUNT, cases: COUNT, files: COUNT, contents: COUNT, attached: COUNT }

interface Walk {
  readonly books: RunningSandbox
  readonly operator: Operator
  /** The checkout. */
  readonly cwd: string
}

/** The first steps: checkout, set-up, deployment, authorization, and `kura doctor`. */
async function begin(): Promise<Walk> {
  const home = await temporaryDirectory()
  const cwd = join(home, 'kura')
  await mkdir(cwd)
  const compiled = await sharedCompileCache(home)
  const books = await startBooks()
  const { url, deploy } = await createDeployment(compiled)
  const operator = createOperator({ cwd, home, settings: compiled })
  operator.types('git clone … && cd kura', 'npm ci')
  await checkOut(cwd)
  expectWell(await operator.kura(['setup', '--yes'], await answersFor(url, books)), 'signed release 1')
  operator.types('git add lib/services/distribution/release && git commit', 'git push')
  await deploy(cwd)
  const page = await operator.kura(['accounting', 'authorize', '--json'])
  const authorized = await operator.kura(['accounting', 'authorize', '--code', await codeOn(page.out)])
  expectWell(authorized, 'authorized: the books of 開発用テスト事業所')
  expectWell(await operator.kura(['doctor']), /\n0 wrong, 0 unknown, \d+ ok\n$/)
  return { books, operator, cwd }
}

/** A person confirms the first deal of the company, and deletes it again. */
async function confirmFirstDeal({ operator, books }: Walk): Promise<void> {
  const line = ['--account-item', '消耗品費', '--tax-code', '136', '--amount', '1100']
  const first = await operator.kuraAsked(
    ['accounting', 'first-deal', '--date', '2026-04-28', ...line],
    [
      ['(yes/no)', 'yes'],
      ['is it as it should be? (yes/no)', 'yes'],
      ['your name:', 'Mei'],
      ['again? (yes/no)', 'yes'],
    ],
  )
  expectWell(first, 'confirmed by Mei')
  expect(countsOf(books)).toEqual(NONE)
}

/** Kills the import with SIGKILL when the service has made `skip` deals and the one after them. */
async function importAndDie(table: string, skip: number, { operator, books }: Walk): Promise<void> {
  const stopped = operator.start(['accounting', 'import', table, '--write'])
  const kill = async (answer: Response) => {
    stopped.kill()
    await stopped.ended
    return answer
  }
  books.sandbox.faults.arm('POST /api/1/deals', { after: kill }, { skip })
  expect(await stopped.ended).toMatchObject({ status: null })
}

/** Enters a receipt of a new shop at two rates, and a refund, which waits until a person releases it. */
async function enterNextMonth({ operator, books, cwd }: Walk): Promise<void> {
  const rows = [
    '2026-05-07,消耗品費,10,はい,1100,文具,新しい商店,,現金,M-1',
    '2026-05-07,会議費,8,はい,540,お茶,新しい商店,,現金,Ｍ－１',
    '2026-05-08,消耗品費,10,はい,▲550,返品,,,,M-2',
  ]
  await writeFile(join(cwd, 'may.csv'), [HEADER, ...rows, ''].join('\r\n'))
  const importing = ['accounting', 'import', 'may.csv', '--write', '--new-partners']
  const { status, out } = await operator.kuraAsked(importing, [['(yes/no)', 'yes']])
  expect({ status, out }).toMatchObject({ status: 3, out: expect.stringContaining('新しい商店') })
  expect(await operator.kura(['today'])).toMatchObject({ status: 3, out: expect.stringContaining('M-2') })
  const settled = await operator.kuraAsked(
    ['settle'],
    [
      ['(yes/no)', 'yes'],
      ['your name:', 'Mei'],
    ],
  )
  expectWell(settled, 'registered the case "M-2"')
  expect(countsOf(books)).toEqual({ ...EACH_ONCE, deals: COUNT + 2, cases: COUNT + 2 })
}

describe.skipIf(!hasTerminal)('the whole way of a new operator, with python3 on PATH', () => {
  test('from an empty directory to thirty receipts in the books', { timeout: PATIENCE }, async () => {
    const began = performance.now()
    const walk = await begin()
    const { operator, books, cwd } = walk
    await confirmFirstDeal(walk)

    const table = await writeReceipts(cwd, { count: COUNT, mixed: true })
    const importing = ['accounting', 'import', table]
    expectWell(await operator.kura(importing), `register: ${COUNT}`)
    expect(countsOf(books)).toEqual(NONE)
    await importAndDie(table, COUNT / 2, walk)
    expect(countsOf(books).deals).toBeLessThan(COUNT)
    for (let run = 0; run < 2; run++) {
      expectWell(await operator.kura([...importing, '--write']), `${COUNT} of ${COUNT}`)
      expect(countsOf(books)).toEqual(EACH_ONCE)
    }

    await enterNextMonth(walk)
    expectWell(await operator.kura(['today']), 'nothing needs a person')
    expectWell(await operator.kura(['log']), 'Registered a deal')
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    const commands = operator.typed()
    console.log(`the whole way: ${seconds} s, ${commands.length} commands typed:\n${commands.join('\n')}`)
  })
})
