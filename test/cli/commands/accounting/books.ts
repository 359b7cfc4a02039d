/** `kura accounting …` against the functions and the sandbox of the accounting service. */
import { registerAccounting } from '../../../../lib/cli/commands/accounting/index.ts'
import { registerSettle } from '../../../../lib/cli/commands/settle/settle.ts'
import type { Permission } from '../../../../sandbox/accounting/state.ts'
import { serveAccounting } from '../../../helpers/remotes/accounting-function.ts'
import { startAccountingSandbox } from '../../../helpers/remotes/accounting-sandbox.ts'
import { type CommandDeps, runCommand } from '../../../helpers/run-command.ts'
import { ALL_PERMISSIONS, COMPANY } from '../../../services/accounting/deals/world.ts'

/** The options of a deal without its tax. */
export const LINE = ['--date', '2026-06-15', '--account-item', '消耗品費', '--amount', '1,100']
/** The options of a deal. */
export const DEAL = [...LINE, '--tax-code', '136']

/** The case of the company's first deal. */
export const FIRST = `first-deal-${COMPANY}`

export type Books = Awaited<ReturnType<typeof serveBooks>>

/** `kura settle …` if the words begin with `settle`, else `kura accounting …`. */
function commandOf(words: readonly string[], key: string): readonly string[] {
  return [...(words[0] === 'settle' ? [] : ['accounting']), ...words, '--key', key]
}

export async function serveBooks(permissions: readonly Permission[] = ALL_PERMISSIONS) {
  const served = await serveAccounting({}, await startAccountingSandbox({ permissions }))
  const key = await served.keyFile()
  return {
    served,
    /** Runs one command. */
    kura: (words: readonly string[], deps: CommandDeps = {}) =>
      runCommand(words[0] === 'settle' ? registerSettle : registerAccounting, commandOf(words, key), {
        now: Date.now(),
        ...deps,
      }),
    async confirmFirst(): Promise<void> {
      const { body } = await served.post('/deals?mode=write', {
        case: FIRST,
        company_id: COMPANY,
        issue_date: '2026-06-15',
        details: [{ account_item: '消耗品費', tax_code: 136, amount: 100 }],
      })
      await served.post('/first-deal', { company_id: COMPANY, deal: body.deal, person: 'Mei' })
    },
  }
}
