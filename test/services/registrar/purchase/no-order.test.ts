/** A person says, wrongly, that there is no order. Every charge still has an entry in the ledger. */
import { expect, test } from 'vitest'
import { lostAnswer } from '../../../../sandbox/faults.ts'
import { BUY } from '../../../../sandbox/registrar/sandbox.ts'
import { hasEnded } from '../../../../sandbox/registrar/state.ts'
import { DAY, HOUR, MINUTE } from '../../../helpers/remotes/registrar.ts'
import { buy, createLife, DOMAIN, type Life, PERSON } from './life.ts'

/** How many charges the registrar shows with their purchase, and how many of the ledger's entries count. */
async function counted(life: Life): Promise<{ shown: number; counts: number; all: number; charges: number }> {
  const { reserves } = await life.start(undefined, false).registrar.spending()
  const shown = life
    .inPlay()
    .filter(order => hasEnded(order, { state: life.state, now: () => life.time.now }))
  return {
    shown: shown.length,
    counts: reserves.filter(({ state }) => state !== 'released').length,
    all: reserves.length,
    charges: life.state.charges.length,
  }
}

test('a person who says "no order" although there is one: every charge has an entry, and one that appears counts', async () => {
  let twice = 0
  for (const registrationTime of [MINUTE, 20 * HOUR, 30 * HOUR, 4 * DAY]) {
    for (let at = 1; at <= 12; at++) {
      for (const when of ['before', 'after'] as const) {
        const life = createLife()
        life.state.registrationTime = registrationTime
        life.faults.arm(BUY, lostAnswer())
        await buy(life.start().registrar).catch(() => undefined)
        life.time.now += 25 * HOUR
        const dying = life.start({ at, what: 'dies', when })
        await dying.process.run(() => dying.person.release(DOMAIN, { ...PERSON, noOrder: true }))
        await life
          .start()
          .person.release(DOMAIN, { ...PERSON, noOrder: true })
          .catch(() => undefined)
        await buy(life.start().registrar).catch(() => undefined)
        const before = await counted(life)
        expect(before.all).toBeGreaterThanOrEqual(before.charges)
        life.time.now += 5 * DAY
        await life.start().registrar.advanceOrders()
        const after = await counted(life)
        expect(after.counts, `${registrationTime} ${when} ${at}`).toBe(after.charges)
        if (after.charges === 2) twice += 1
        expect(after.charges).toBe(registrationTime < 25 * HOUR ? 1 : 2)
      }
    }
  }
  expect(twice).toBeGreaterThan(0)
})
