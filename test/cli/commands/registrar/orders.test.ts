import { beforeEach, describe, expect, test } from 'vitest'
import { lostAnswer } from '../../../../sandbox/faults.ts'
import { BUY } from '../../../../sandbox/registrar/sandbox.ts'
import { REFUNDED } from '../../../../sandbox/registrar/state.ts'
import { DAY, MINUTE } from '../../../helpers/remotes/registrar.ts'
import { type CommandWorld, createCommandWorld, DOMAIN } from './world.ts'

let world: CommandWorld
beforeEach(async () => {
  world = await createCommandWorld()
})

describe('orders', () => {
  test('kura registrar orders shows its state and its steps', async () => {
    await world.buy()
    expect((await world.kura(['orders', DOMAIN])).out).toContain('state      ordered\n')
    world.remote.clock.now += MINUTE
    const { out, err, status } = await world.kura(['orders', DOMAIN, '--wait'])
    expect(err).toContain('waiting until it is registered')
    expect(out).toContain('state             registered\n')
    expect(out).toContain('registered until  15 June 2027\n')
    expect(out).toContain('e-mail            open, by 30 June 2026\n')
    expect(out).toMatch(/2026-06-15 12:00 {2}ordered {7}hana/)
    expect(status).toBe(0)
  })

  test('kura registrar orders lists them, and what was spent', async () => {
    expect((await world.kura(['orders'])).out).toMatch(/^no purchase is open: /)
    expect((await world.kura(['orders', '--all'])).out).toMatch(
      /^no domain was bought yet: kura registrar buy --write buys one\n/,
    )
    await world.buy()
    world.remote.clock.now += MINUTE
    expect((await world.kura(['orders'])).out).toMatch(
      /^example\.com {2}registered {2}order_\S+ {2}US\$11\.25 {2}15 June 2027 {6}open/m,
    )
    const { out } = await world.kura(['orders'])
    expect(out).toContain('purchases are on\n')
    expect(out).toMatch(/^today {7}US\$11\.25 {2}US\$20\.00$/m)
    expect(out).toMatch(/^example\.com {2}US\$11\.25 {2}spent/m)
  })

  test('kura registrar orders shows what the registrar says of an error, and since when it says nothing', async () => {
    world.remote.sandbox.state.fate = {
      status: 'failed',
      domainStatus: 'failed',
      domainError: { code: 'price-change', details: { expectedPrice: 11.25, actualPrice: 13 } },
    }
    await world.buy()
    world.remote.clock.now += MINUTE
    expect((await world.kura(['orders', DOMAIN])).out).toContain(
      'registrar  failed, failed, price-change: the price is US$13.00, not US$11.25\n',
    )
    world.remote.sandbox.state.orders.clear()
    world.remote.clock.now += DAY
    const { out } = await world.kura(['orders', DOMAIN])
    expect(out).toMatch(/^not read {3}since 16 June 2026 at 12:01: .* answered 404/m)
  })
})

test('kura registrar orders says what can be done about one that does not go on', async () => {
  world.remote.sandbox.faults.arm(BUY, lostAnswer())
  await expect(world.buy()).rejects.toMatchObject({ code: 'remote_silent' })
  expect((await world.kura(['orders', DOMAIN])).out).toContain(
    'ask the registrar, and decide: kura settle example.com\n',
  )
  world.remote.sandbox.state.fate = REFUNDED
  world.remote.clock.now += DAY
  await world.buy('second.net')
  world.remote.clock.now += MINUTE
  expect((await world.kura(['orders', 'second.net'])).out).toContain(
    'let it be bought again: kura settle second.net\n',
  )
})

test('kura registrar orders shows the rows of the console in Japanese', async () => {
  const env = { KURA_LANGUAGE: 'ja' }
  const quoted = (await world.kura(await world.buyWords(), { env })).out
  expect(quoted).toContain('example.com、1年、US$11.25、自動更新する')
  await world.buy()
  const list = (await world.kura(['orders'], { env })).out
  expect(list).toMatch(/^ドメイン +状態 +注文番号 +価格 +登録の期限 +メール確認$/m)
  expect(list).toMatch(/^example\.com +注文済み /m)
  expect((await world.kura(['orders', DOMAIN], { env })).out).toMatch(/^日時 +状態 +担当 +理由$/m)
})
