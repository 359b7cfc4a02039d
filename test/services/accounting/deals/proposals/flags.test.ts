/** A proposal shows a person the data of its files and likely doubles, besides the flags of every deal. */
import { describe, expect, test } from 'vitest'
import { english } from '../../../../../lib/core/language/text.ts'
import type { DealFlag } from '../../../../../lib/services/accounting/deals/draft/draft.ts'
import { fileFlag } from '../../../../../lib/services/accounting/deals/proposals/flags.ts'
import { proposeDeal } from '../../../../../lib/services/accounting/deals/register.ts'
import { uploadReceipt } from '../../../../../lib/services/accounting/receipts/upload.ts'
import type { ReceiptMetadata } from '../../../../../lib/services/accounting/remote/calls.ts'
import { yen } from '../../../../helpers/remotes/yen.ts'
import { createDealWorld, type DealWorld, deal } from '../world.ts'

const KEY = 'agent:accounting.read+propose:1'
type Change = Parameters<typeof deal>[0]

async function propose({ call, deps }: DealWorld, change: Change = {}) {
  const request = deal({ reason: 'the receipt of 15 June', ...change })
  const { flags } = await proposeDeal(request, { ...call, by: 'agent', key: KEY }, deps)
  return flags.map(({ flag, reason }) => `${flag}: ${reason.text}`)
}

async function upload({ call, deps }: DealWorld, text: string, metadata: ReceiptMetadata = {}) {
  const bytes = new TextEncoder().encode(`%PDF ${text}`)
  return (await uploadReceipt({ name: `${text}.pdf`, bytes, metadata }, call, deps)).id
}

const shown = ({ flag, reason }: DealFlag) => `${flag}: ${english(reason)}`

const FILE = {
  id: 7,
  status: 'confirmed',
  description: '',
  uploadedAt: '2026-06-15T12:00:00+09:00',
  day: '2026-06-15',
  amount: yen(1100),
  partner: '㈱髙﨑商店 渋谷店',
}
const SAME = { type: 'expense', day: '2026-06-15', amount: 1100, partner: '(株)髙﨑商店' } as const

describe('the data of a file', () => {
  test.each([
    { name: 'that agrees', file: {}, reason: undefined },
    { name: 'that the file box lacks', file: { day: undefined, amount: undefined, partner: undefined } },
    { name: 'with another day', file: { day: '2026-06-14' }, reason: 'the day 2026-06-14' },
    { name: 'with another amount', file: { amount: yen(1200) }, reason: '1,200 yen' },
    { name: 'of another partner', file: { partner: '山田商店' }, reason: 'the partner "山田商店"' },
    {
      name: 'of an income, which the company has issued',
      file: { partner: '山田商店' },
      deal: { type: 'income' as const },
    },
    {
      name: 'with the partner that the deal lacks',
      deal: { partner: undefined },
      reason: 'the partner "㈱髙﨑商店 渋谷店"',
    },
    {
      name: 'with several other facts',
      file: { day: '2026-06-14', amount: yen(1200) },
      reason: 'the day 2026-06-14 and 1,200 yen',
    },
  ])('$name', ({ file = {}, deal = {}, reason }) => {
    const flag = fileFlag({ ...FILE, ...file }, { ...SAME, ...deal })
    expect(flag && shown(flag)).toBe(
      reason && `differs_from_file: the file box has other data for the file 7: ${reason}`,
    )
  })

  test('of a file that was deleted', () => {
    const flag = fileFlag({ ...FILE, status: 'deleted' }, SAME)
    expect(flag && shown(flag)).toBe('differs_from_file: the file 7 was deleted')
  })
})

describe('a proposal', () => {
  test('says what the file box has otherwise, and nothing of a file that agrees', async () => {
    const world = await createDealWorld()
    const partner = [...world.company.partners.values()][0]
    const metadata = {
      receipt_metadatum_issue_date: '2026-06-15',
      receipt_metadatum_amount: '1100',
      receipt_metadatum_partner_name: partner?.name,
    }
    const same = await upload(world, 'same', metadata)
    expect(await propose(world, { receipt_ids: [same], partner_id: partner?.id })).toEqual([])
    const other = await upload(world, 'other', { ...metadata, receipt_metadatum_amount: '1200' })
    expect(
      await propose(world, {
        case: 'b',
        receipt_ids: [other],
        issue_date: '2026-06-15',
        details: [{ account_item: '消耗品費', tax_code: 136, amount: 900 }],
        partner: partner?.name,
      }),
    ).toEqual([`differs_from_file: the file box has other data for the file ${other}: 1,200 yen`])
  })

  test('with a file that the file box does not have is refused', async () => {
    const world = await createDealWorld()
    await expect(propose(world, { receipt_ids: [987_654] })).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('the file box has no file 987654'),
    })
    expect(await world.deps.claims.listAll()).toEqual([])
  })

  test('says which file a deal has already', async () => {
    const world = await createDealWorld()
    const file = await upload(world, 'one')
    await world.register({ receipt_ids: [file] })
    const other = { case: 'b', details: [{ account_item: '消耗品費', tax_code: 136, amount: 2200 }] }
    expect(await propose(world, { ...other, receipt_ids: [file] })).toEqual([
      `looks_double: another deal has the file ${file} already`,
    ])
  })

  test('says which case waits with the same file, or the same day, amount and partner', async () => {
    const world = await createDealWorld()
    const file = await upload(world, 'one')
    expect(await propose(world, { receipt_ids: [file] })).toEqual([])
    expect(await propose(world, { case: 'b' })).toEqual([
      'looks_double: the open case "receipt 1" has the same day, amount and partner',
    ])
    const later = { case: 'c', issue_date: '2026-06-10', receipt_ids: [file] }
    expect(await propose(world, later)).toEqual(['looks_double: the open case "receipt 1" has the same file'])
    expect(
      await propose(world, { receipt_ids: [file], reason: 'corrected', due_date: '2026-07-31' }),
    ).toEqual([
      'looks_double: the open case "b" has the same day, amount and partner',
      'looks_double: the open case "c" has the same file',
    ])
  })
})
