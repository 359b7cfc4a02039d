/**
 * A partner is created once for its folded name, even if processes die, calls fail or requests arrive late. No person
 * has to decide anything afterwards.
 */
import { describe, expect, test } from 'vitest'
import { AppError } from '../../../../lib/core/errors.ts'
import { foldName } from '../../../../lib/core/language/nearest-name.ts'
import { textOf } from '../../../../lib/core/language/text.ts'
import { createPartner } from '../../../../lib/services/accounting/partners/create.ts'
import { failedAfterCommit } from '../../../../sandbox/accounting/errors.ts'
import { lostAnswer, lostRequest } from '../../../../sandbox/faults.ts'
import { everyMishap } from '../../../helpers/processes/mortal-process.ts'
import { type CrashProcess, type CrashWorld, createCrashWorld, LAPSED } from '../deals/crash-world.ts'
import { COMPANY } from '../deals/world.ts'

const NAME = 'ﾃｽﾄ商店'
const CREATE = 'POST /api/1/partners'
const body = (name = NAME) => ({ company_id: COMPANY, name, qualified_invoice_issuer: true })

async function createWorld(): Promise<CrashWorld> {
  const world = await createCrashWorld()
  await world.confirmFirst()
  return world
}

/** Creates the partner by `process`. */
function create({ call, deps }: CrashProcess, name = NAME) {
  return createPartner(body(name), call, deps)
}

const named = (world: CrashWorld) =>
  [...world.company.partners.values()].filter(({ name }) => foldName(name) === foldName(NAME))

describe('createPartner()', () => {
  test('creates a partner, and finds it the next time in any spelling', async () => {
    const world = await createWorld()
    const made = await create(world.start())
    expect(made).toMatchObject({ isNew: true })
    for (const name of [NAME, 'テスト商店', ' テスト 商店']) {
      expect(await create(world.start(), name)).toEqual({ id: made.id, isNew: false })
    }
    expect(named(world)).toMatchObject([{ name: NAME, others: { qualified_invoice_issuer: true } }])
  })

  test('says what the service stored otherwise', async () => {
    const world = await createWorld()
    const change = { name: 'テスト', qualified_invoice_issuer: false }
    const after = async (answer: Response) => {
      const { partner } = (await answer.json()) as { partner: object }
      return Response.json({ partner: { ...partner, ...change } }, { status: 201 })
    }
    world.sandbox.faults.arm(CREATE, { after })
    const { differs } = await create(world.start())
    expect(differs && textOf(differs, { language: 'en', timezone: 'UTC' })).toBe(
      `the service stored the partner otherwise: the name "テスト" instead of "${NAME}" and whether it issues qualified invoices`,
    )
  })

  test('two callers at once create one', async () => {
    const world = await createWorld()
    const both = await Promise.allSettled([create(world.start()), create(world.start(), 'テスト商店')])
    expect(both.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
    expect(named(world)).toHaveLength(1)
  })

  test('creates it again if it was deleted at the service', async () => {
    const world = await createWorld()
    const { id } = await create(world.start())
    world.company.partners.delete(id)
    expect(await create(world.start())).toMatchObject({ isNew: true })
    expect(named(world)).toHaveLength(1)
  })

  test('refuses a name whose partner is not in use any more', async () => {
    const world = await createWorld()
    await expect(create(world.start(), '廃業した商店')).rejects.toMatchObject({ code: 'bad_request' })
  })

  const lost = [
    { name: 'the answer is lost', fault: lostAnswer },
    { name: 'the request is lost', fault: lostRequest },
    { name: 'the service fails after its work', fault: failedAfterCommit },
  ]
  test.each(lost)('$name: the next call settles it, without a person', async ({ fault }) => {
    const world = await createWorld()
    world.sandbox.faults.arm(CREATE, fault())
    await expect(create(world.start())).rejects.toMatchObject({ details: { state: 'unknown' } })
    await create(world.start())
    expect(named(world)).toHaveLength(1)
  })

  test('a request that arrives late adds no second one', async () => {
    const world = await createWorld()
    world.delayNext(60_000)
    await create(world.start()).catch(expected)
    await create(world.start())
    await world.advance(60_000)
    expect(named(world)).toHaveLength(1)
  })

  test('another spelling is not sent while the first may still arrive', async () => {
    const world = await createWorld()
    world.delayNext(60_000)
    await create(world.start()).catch(expected)
    await expect(create(world.start(), 'テスト商店')).rejects.toMatchObject({ code: 'conflict' })
    await world.advance(60_000)
    expect(await create(world.start(), 'テスト商店')).toMatchObject({ isNew: false })
    expect(named(world)).toHaveLength(1)
  })

  const MOST_CALLS = 12
  test.each(everyMishap(MOST_CALLS))(
    'one that $what $when call $at leaves one partner for the next',
    async mishap => {
      const world = await createWorld()
      const process = world.start(mishap)
      await process.mortal.run(() => create(process))
      await world.advance(LAPSED)
      await create(world.start())
      expect(named(world)).toHaveLength(1)
      expect(process.mortal.calls(), 'every call is tried').toBeLessThanOrEqual(MOST_CALLS)
    },
  )
})

function expected(error: unknown): void {
  if (!(error instanceof AppError)) throw error
}
