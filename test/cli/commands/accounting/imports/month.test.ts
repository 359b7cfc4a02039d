/**
 * A bookkeeper's month: 300 receipts (150 if the run does not try everything) and an outage of 20 minutes. At most ten
 * commands and twenty answers register every receipt once, and correctly.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { registerSettle } from '../../../../../lib/cli/commands/settle/settle.ts'
import { foldName } from '../../../../../lib/core/language/nearest-name.ts'
import { signedEffect } from '../../../../../lib/services/accounting/deals/compare.ts'
import { answered } from '../../../../../sandbox/faults.ts'
import { runCommand } from '../../../../helpers/run-command.ts'
import { MONTH, type TrueReceipt, writeMonth } from './month.ts'
import { createImportWorld } from './world.ts'

const SEED = 20_260_401
const OUTAGE = 20 * 60_000

test('a month of receipts is in the books after a few commands, each receipt once and right', {
  timeout: 180_000,
}, async () => {
  const world = await createImportWorld()
  const { clock, sandbox } = world.service
  const { table, receipts, oldShops, corrupt } = await writeMonth(world.cwd, SEED)
  for (const [index, name] of oldShops.entries()) {
    const [known] = world.company.partners.values()
    if (known) world.company.partners.set(9000 + index, { ...known, id: 9000 + index, name })
  }
  const partnersBefore = world.company.partners.size
  let end: number | undefined
  const outage = answered(() => new Response('down', { status: 503 }))
  sandbox.faults.arm(
    'POST /api/1/deals',
    {
      before: async connection => {
        end ??= clock.now + OUTAGE
        return clock.now < end ? outage.before?.(connection) : undefined
      },
    },
    { times: Number.POSITIVE_INFINITY, skip: 120 },
  )
  const counts = { commands: 0, answers: 0 }
  const counted = async (run: ReturnType<typeof world.kura>) => {
    const outcome = await run
    counts.commands += 1
    counts.answers += outcome.asked.length
    return outcome
  }
  const write = [table, '--write', '--new-partners', '--wait']

  const dry = await counted(world.kura([table], { columns: 80 }))
  expect(dry.out).toContain(`in all: ${MONTH.receipts + MONTH.twice} receipts`)
  expect(world.deals()).toEqual([])

  // the answers are about the partners, the receipts that look double, and the receipts of unknown outcome; then comes
  // the person's name
  const first = await counted(world.kura(write, { answers: ['yes', 'none', 'yes', 'Mei'] }))
  expect(first.asked).toHaveLength(4)
  expect(first.out).toMatch(/The outcome of 4 receipts is unknown/)

  const settled = await counted(
    runCommand(registerSettle, ['settle', '--kind', 'deal', '--key', world.key], {
      now: clock.now,
      cwd: world.cwd,
      answers: ['yes', 'Mei', ...Array.from({ length: MONTH.refunds - 1 }, () => 'yes')],
    }),
  )
  expect(settled.status).toBe(0)

  for (const name of corrupt) await writeFile(join(world.cwd, name), `%PDF ${name} scanned again`)
  const last = await counted(world.kura(write))
  expect(last).toMatchObject({ status: 0, asked: [] })

  expect(counts.commands).toBeLessThanOrEqual(10)
  expect(counts.answers).toBeLessThanOrEqual(20)
  const names = new Map([...world.company.partners.values()].map(({ id, name }) => [id, foldName(name)]))
  // the service turns the sign and the type of a paid refund around
  const inBooks = world.deals().map(({ issue_date, partner_id, details, type }) => ({
    issue_date,
    partner: names.get(partner_id ?? 0) ?? '',
    details: details.map(({ account_item_id, tax_code, amount }) => ({
      account_item_id,
      tax_code,
      amount: signedEffect({ type, amount }),
    })),
  }))
  const right = receipts.map(receipt => ({ ...receipt, partner: foldName(receipt.partner) }))
  const byAmount = (deals: readonly Partial<TrueReceipt>[]) =>
    deals.toSorted((one, other) => (one.details?.[0]?.amount ?? 0) - (other.details?.[0]?.amount ?? 0))
  expect(byAmount(inBooks)).toEqual(byAmount(right))
  expect(inBooks).toHaveLength(MONTH.receipts)
  expect(world.receipts()).toHaveLength(MONTH.receipts)
  expect(world.company.partners.size - partnersBefore).toBe(MONTH.newShops)
})
