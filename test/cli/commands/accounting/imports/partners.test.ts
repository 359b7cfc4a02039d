import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { registerAccounting } from '../../../../../lib/cli/commands/accounting/index.ts'
import { answered, lostAnswer, lostRequest } from '../../../../../sandbox/faults.ts'
import { runCommand } from '../../../../helpers/run-command.ts'
import { createImportWorld, writeTable } from './world.ts'

describe('new partners', () => {
  const ISSUER = 'T8700110005901'
  const rows = [
    `2026-04-15,消耗品費,10,${ISSUER},1100,,髙﨑商店,,,A`,
    '2026-04-16,消耗品費,10,いいえ,1100,,ﾔﾏ 書店,,,B',
    '2026-04-17,消耗品費,10,いいえ,1100,,ヤマ書店,,,C',
    '2026-04-18,消耗品費,10,はい,1100,,①㈱髙﨑商店,,,D',
  ]

  test('are proposed, and created once after one question', async () => {
    const world = await createImportWorld()
    const table = await writeTable(world.cwd, ...rows)
    const before = world.company.partners.size
    const dry = await world.kura([table])
    expect(dry.out).toContain('[1] row 2: new partner "髙﨑商店"; perhaps it is ①㈱髙﨑商店')
    expect(dry.out).toMatch(/^2 .* \[1\] new partner$/m)
    expect(await world.kura([table, '--write'])).toMatchObject({ status: 3, asked: [] })
    expect([world.deals().length, world.company.partners.size]).toEqual([1, before])
    const words = [table, '--write', '--new-partners']
    const refused = await world.kura(words, { answers: ['no'] })
    expect(refused.asked).toEqual(['create these 2 partners? (yes/no) '])
    expect(refused.out).toMatch(/^髙﨑商店 +T8700110005901 +①㈱髙﨑商店$/m)
    expect(world.company.partners.size).toBe(before)
    expect(await world.kura(words, { answers: ['yes'] })).toMatchObject({ status: 0 })
    const made = [...world.company.partners.values()].slice(before)
    expect(made).toMatchObject([
      { name: '髙﨑商店', others: { qualified_invoice_issuer: true, invoice_registration_number: ISSUER } },
      { name: 'ﾔﾏ 書店', others: {} },
    ])
    expect(world.deals().map(({ partner_id }) => partner_id)).toEqual([
      [...world.company.partners.keys()][0],
      made[0]?.id,
      made[1]?.id,
      made[1]?.id,
    ])
    expect(await world.kura(words)).toMatchObject({ status: 0, asked: [] })
  })

  test('that the service refuses wait with its words, and the other receipts are registered', async () => {
    const world = await createImportWorld()
    const table = await writeTable(world.cwd, ...rows)
    const SAYS = '取引先コードを入力してください。'
    const errors = [{ type: 'validation', messages: [SAYS] }]
    const refused = () => Response.json({ status_code: 400, errors }, { status: 400 })
    world.service.sandbox.faults.arm('POST /api/1/partners', answered(refused))
    const words = [table, '--write', '--new-partners']
    const { out, status } = await world.kura(words, { answers: ['yes'] })
    expect(status).toBe(3)
    expect(world.deals()).toHaveLength(3)
    expect(out).toMatch(
      new RegExp(`row 2: review: it waits: the partner "髙﨑商店" was not created: .*${SAYS}`),
    )
    expect(out).toContain('kura accounting partners create "髙﨑商店" --code CODE --write')
    expect(await readFile(join(world.cwd, 't.result.csv'), 'utf8')).toContain(SAYS)
    expect(JSON.stringify(await world.needs())).toContain('A')
    const made = [
      'accounting',
      'partners',
      'create',
      '髙﨑商店',
      '--code',
      'P-1',
      '--write',
      '--key',
      world.key,
    ]
    const now = () => world.service.clock.now
    expect(await runCommand(registerAccounting, made, { now })).toMatchObject({ status: 0 })
    const partner = [...world.company.partners.values()].at(-1)
    expect(partner).toMatchObject({ name: '髙﨑商店', code: 'P-1' })
    await world.kura([table, '--write'])
    expect(world.deals()).toHaveLength(4)
  })

  test('are created after an outage too, once', async () => {
    const world = await createImportWorld()
    const table = await writeTable(world.cwd, ...rows)
    world.service.sandbox.faults.arm('POST /api/1/partners', lostAnswer())
    world.service.sandbox.faults.arm('POST /api/1/partners', lostRequest())
    const before = world.company.partners.size
    const words = [table, '--write', '--new-partners', '--wait']
    expect(await world.kura(words, { answers: ['yes'] })).toMatchObject({ status: 0 })
    expect(world.company.partners.size).toBe(before + 2)
    expect(world.deals()).toHaveLength(4)
  })

  const OTHER = { invoice_registration_number: 'T8000000000001' }
  const UNMARKED = { qualified_invoice_issuer: false, invoice_registration_number: null }
  const marked = { qualified_invoice_issuer: true, ...OTHER }
  const contradictions = [
    { name: 'another number', others: marked, qualified: ISSUER, why: /is not that of the partner/ },
    { name: 'no of an issuer', others: marked, qualified: 'いいえ', why: /is an issuer of qualified/ },
    {
      name: 'no of one with a number',
      others: OTHER,
      qualified: 'いいえ',
      why: /has the registration number/,
    },
    { name: 'yes of no issuer', others: UNMARKED, qualified: 'はい', why: /is not marked as an issuer/ },
    { name: 'a number of no issuer', others: UNMARKED, qualified: ISSUER, why: /is not marked as an issuer/ },
  ]
  const agreements = [
    {
      name: 'the same number',
      others: { ...UNMARKED, ...OTHER },
      qualified: 'T8000000000001',
      why: /^(?!.*flag)/,
    },
    { name: 'no of no issuer', others: UNMARKED, qualified: 'いいえ', why: /^(?!.*flag)/ },
  ]
  const said = [
    ...contradictions.map(row => ({ ...row, want: 3 })),
    ...agreements.map(row => ({ ...row, want: 0 })),
  ]
  test.each(said)('$name, so the status is $want', async ({ others, qualified, why, want }) => {
    const world = await createImportWorld()
    const [partner] = world.company.partners.values()
    if (!partner) throw new Error('no partner')
    world.company.partners.set(partner.id, { ...partner, others })
    const table = await writeTable(world.cwd, `2026-04-15,消耗品費,10,${qualified},1100,,${partner.name},,,A`)
    const { out, status } = await world.kura([table])
    expect([status, why.test(out)]).toEqual([want, true])
  })

  test('a number with a wrong check digit has to be corrected', async () => {
    const world = await createImportWorld()
    const table = await writeTable(world.cwd, '2026-04-15,消耗品費,10,T8700110005902,1100,,,,,A')
    const { out, status } = await world.kura([table])
    expect(status).toBe(1)
    expect(out).toContain('適格 "T8700110005902" is no registration number: its check digit is wrong')
  })
})
