/** A purchase whose process dies at one call, and each process that comes after it. */
import { expect, test } from 'vitest'
import { BUY } from '../../../../sandbox/registrar/sandbox.ts'
import { DAY, MINUTE } from '../../../helpers/remotes/registrar.ts'
import { sampled } from '../../../helpers/run/sampled.ts'
import { buy, check, createLife, FAULTS, release } from './life.ts'

const CALLS = Array.from({ length: 11 }, (_, index) => index + 1)
const DEATHS = ([undefined, 'lostAnswer', 'failedAfterCommit'] as const).flatMap(fault =>
  CALLS.flatMap(at => (['before', 'after'] as const).map(when => ({ fault, at, when }))),
)

test('a purchase that dies at a call, before or after it, is never charged twice', async () => {
  for (const { fault, at, when } of sampled(DEATHS, 8)) {
    const life = createLife()
    if (fault) life.faults.arm(BUY, FAULTS[fault]())
    const { process, registrar } = life.start({ at, what: 'dies', when })
    await process.run(() => buy(registrar))
    await check(life)
    life.faults.clear()
    for (const wait of [0, 3 * MINUTE, 2 * DAY]) {
      life.time.now += wait
      const healthy = life.start().registrar
      await healthy.advanceOrders()
      await buy(healthy).catch(() => undefined)
      await check(life)
    }
    await release(life.start(), life).catch(() => undefined)
    await buy(life.start().registrar).catch(() => undefined)
    expect(await check(life), `${fault} ${when} ${at}`).toBe('done')
    expect(life.inPlay()).toHaveLength(1)
  }
})
