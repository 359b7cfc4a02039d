/** The accounting function with a confirmed first deal, and a folder with a table of receipts. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { routesOfAdmin } from '../../../../../lib/app/functions/admin.ts'
import { registerAccounting } from '../../../../../lib/cli/commands/accounting/index.ts'
import type { ReplyOf } from '../../../../../lib/core/http/contract.ts'
import { referenceOf } from '../../../../../lib/services/accounting/deals/cases/of-deal.ts'
import type { adminContract } from '../../../../../lib/services/admin/contract.ts'
import { serveAccounting } from '../../../../helpers/remotes/accounting-function.ts'
import { startAccountingSandbox } from '../../../../helpers/remotes/accounting-sandbox.ts'
import { type CommandDeps, runCommand } from '../../../../helpers/run-command.ts'
import { temporaryDirectory } from '../../../../helpers/temporary-directory.ts'
import { ALL_PERMISSIONS, COMPANY, storeConfirmation } from '../../../../services/accounting/deals/world.ts'

export const HEADER = '日付,科目,税率,適格,金額,摘要,取引先,ファイル,支払方法,番号'

export async function createImportWorld(env: Record<string, string> = {}) {
  const service = await startAccountingSandbox({ permissions: ALL_PERMISSIONS })
  const now = () => service.clock.now
  const served = await serveAccounting({ ACCOUNTING_SCHEDULE: 'document-1', ...env }, service, {
    now,
    more: routesOfAdmin,
  })
  await storeConfirmation(served.store)
  const key = await served.keyFile()
  const cwd = await temporaryDirectory()
  const { company } = service
  const before = new Set(company.deals.keys())
  return {
    served,
    service,
    company,
    key,
    cwd,
    /** Runs one command against the function, in the folder; its waits only move the clock. */
    kura: (words: readonly string[], deps: CommandDeps = {}) =>
      runCommand(registerAccounting, ['accounting', 'import', ...words, '--key', key], {
        env: { KURA_LANGUAGE: 'en' },
        now,
        sleep: async milliseconds => {
          service.clock.now += milliseconds
        },
        cwd,
        ...deps,
      }),
    /** Returns the items that need a person, from `kura today`. */
    async needs() {
      const response = await served.call('/api/admin/today', { scopes: ['today.read'] })
      const { needs } = (await response.json()) as ReplyOf<typeof adminContract, 'today'>
      return needs.groups
    },
    /** Returns the deals that were registered since the start. */
    deals: () => [...company.deals.values()].filter(({ id }) => !before.has(id)),
    receipts: () => [...company.receipts.values()],
    dealsOf: (name: string) =>
      [...company.deals.values()].filter(deal => deal.ref_number === referenceOf(COMPANY, name)),
    /** Returns the calls to the service since the start. */
    calls: (start: string) => service.requests.filter(request => request.startsWith(start)),
  }
}

/**
 * Writes a table of `count` receipts into the folder, each with a file, and returns its name. If they are `mixed`,
 * every third receipt has a second row with another rate.
 */
export async function writeReceipts(
  cwd: string,
  { count, withFiles = true, mixed = false }: { count: number; withFiles?: boolean; mixed?: boolean },
): Promise<string> {
  await mkdir(join(cwd, 'files'), { recursive: true })
  const rows: string[] = []
  for (let row = 1; row <= count; row++) {
    const day = String((row % 28) + 1).padStart(2, '0')
    const file = withFiles ? `files/${row}.pdf` : ''
    if (withFiles) await writeFile(join(cwd, file), `%PDF receipt ${row}`)
    rows.push(
      `2026-04-${day},消耗品費,10,はい,"${(1000 + row).toLocaleString('en-US')}",品 ${row},,${file},現金,${mixed ? `R-${row}` : ''}`,
    )
    if (mixed && row % 3 === 0) rows.push(`2026-04-${day},会議費,8,はい,108,茶菓,,${file},現金,Ｒ－${row}`)
  }
  await writeFile(join(cwd, 'april.csv'), [HEADER, ...rows, ''].join('\r\n'))
  return 'april.csv'
}

/** Writes a table of these rows, and returns its name. */
export async function writeTable(cwd: string, ...rows: string[]): Promise<string> {
  await writeFile(join(cwd, 't.csv'), [HEADER, ...rows].join('\n'))
  return 't.csv'
}
