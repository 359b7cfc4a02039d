/**
 * An outage in the middle of an import leaves few acts of unknown outcome, and one person decides about all of them
 * together. If an allowance of the service is used up, the import waits only at that endpoint, and the other rows
 * continue.
 */

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { LEASE } from '../../../../../lib/core/claims/lease.ts'
import { failedAfterCommit } from '../../../../../sandbox/accounting/errors.ts'
import { answered, type Fault, lostRequest } from '../../../../../sandbox/faults.ts'
import { count, drawn } from '../../../../helpers/run/sampled.ts'
import { createImportWorld, HEADER, writeReceipts } from './world.ts'

const MINUTE = 60_000
const COUNT = count({ few: 24, all: 60 })
const DEALS = 'POST /api/1/deals'
const FILES = 'POST /api/1/receipts'

const unavailable = () => answered(() => new Response('down', { status: 503 }))

type World = Awaited<ReturnType<typeof createImportWorld>>

/**
 * Makes the service answer `on` with the fault, after `skip` calls, for this number of minutes of the import's waiting
 * time.
 */
function breakDown(world: World, on: string, { minutes, skip = 0, fault = unavailable() }: Outage) {
  const { clock, sandbox } = world.service
  let end: number | undefined
  const begins: Fault = {
    ...fault,
    before: async connection => {
      end ??= clock.now + minutes * MINUTE
      return clock.now < end ? fault.before?.(connection) : undefined
    },
    after: async (answer, connection) =>
      end === undefined || clock.now < end ? (fault.after?.(answer, connection) ?? answer) : answer,
  }
  sandbox.faults.arm(on, begins, { times: Number.POSITIVE_INFINITY, skip })
}

interface Outage {
  readonly minutes: number
  readonly skip?: number
  readonly fault?: Fault
}

const unknownIn = async (world: World) => (await world.served.ask('/cases?state=unknown')).body.cases

describe('an outage in the middle of an import', () => {
  test('stops it after two deals of unknown outcome, and says when it goes on', async () => {
    const world = await createImportWorld()
    const table = await writeReceipts(world.cwd, { count: COUNT, withFiles: false })
    breakDown(world, DEALS, { minutes: 20, skip: 10 })
    const { out, status } = await world.kura([table, '--write'], { answers: ['no'] })
    expect(status).toBe(1)
    expect(out).toMatch(/stopped, because .*: \d+ receipts are not sent; run .* at 15 June 2026 at 12:05,/)
    expect(out).toContain(`${COUNT - 12} receipts are not sent`)
    expect(await unknownIn(world)).toHaveLength(2)
    expect(world.calls(DEALS)).toHaveLength(12)
    expect(world.deals()).toHaveLength(10)
  })

  const outages = [
    { name: 'of the creation of deals', on: DEALS, lost: 4 },
    { name: 'of the file box', on: FILES, lost: 4 },
    { name: 'of the service', on: '* /api/1/*', lost: 1 },
    { name: 'that cuts requests to create deals', on: DEALS, fault: lostRequest(), lost: 4 },
  ]
  test.each(drawn(outages, 2))(
    '$name: with --wait it goes on by itself, and asks once',
    async ({ on, fault, lost }) => {
      const world = await createImportWorld()
      const table = await writeReceipts(world.cwd, { count: COUNT })
      breakDown(world, on, { minutes: 20, skip: 10, ...(fault && { fault }) })
      const begun = world.service.clock.now
      const answers = ['yes', 'Mei']
      const { asked, out, status } = await world.kura([table, '--write', '--wait'], { answers })
      expect(asked).toEqual(['send them again? (yes/no) ', 'your name: '])
      expect(/The outcome of (\d+) receipts? is unknown/.exec(out)?.[1]).toBe(String(lost))
      expect(status).toBe(0)
      expect([world.deals().length, world.receipts().length]).toEqual([COUNT, COUNT])
      expect(new Set(world.deals().map(deal => deal.ref_number)).size).toBe(COUNT)
      expect(world.service.clock.now - begun).toBeLessThan(60 * MINUTE)
    },
  )

  test('asks nothing if the service has the deals after all', async () => {
    const world = await createImportWorld()
    const table = await writeReceipts(world.cwd, { count: COUNT, withFiles: false })
    breakDown(world, DEALS, { minutes: 20, skip: 10, fault: failedAfterCommit() })
    expect(await world.kura([table, '--write', '--wait'])).toMatchObject({ asked: [], status: 0 })
    expect(world.deals()).toHaveLength(COUNT)
  })

  test('leaves what may still arrive, and another run asks about it once', async () => {
    const world = await createImportWorld()
    const table = await writeReceipts(world.cwd, { count: 5, withFiles: false })
    world.service.sandbox.faults.arm(DEALS, unavailable(), { skip: 2 })
    const first = await world.kura([table, '--write'])
    expect(first).toMatchObject({ status: 3, asked: [] })
    expect(first.out).toMatch(/they may still arrive until 15 June 2026 at 12:15: run the same command again/)
    expect(world.deals()).toHaveLength(4)
    world.service.clock.now += 16 * MINUTE
    expect(await world.kura([table, '--write'])).toMatchObject({ status: 3 })
    const again = await world.kura([table, '--write'], { answers: ['はい', 'Mei'] })
    expect(again).toMatchObject({ status: 0 })
    expect(again.asked).toHaveLength(2)
    expect(world.deals()).toHaveLength(5)
  })

  test('sends nothing again that a person does not free', async () => {
    const world = await createImportWorld()
    const table = await writeReceipts(world.cwd, { count: 5, withFiles: false })
    world.service.sandbox.faults.arm(DEALS, unavailable(), { skip: 2 })
    const { asked, status } = await world.kura([table, '--write', '--wait'], { answers: ['no'] })
    expect([asked.length, status]).toEqual([1, 3])
    expect(world.deals()).toHaveLength(4)
  })
})

test('two imports at once ask every two seconds whether the other has ended', async () => {
  const world = await createImportWorld()
  const table = await writeReceipts(world.cwd, { count: 30, withFiles: false })
  const waits: number[] = []
  const sleep = async (milliseconds: number) => {
    waits.push(milliseconds)
    await new Promise(resolve => setImmediate(resolve))
  }
  const runs = await Promise.all([1, 2].map(() => world.kura([table, '--write'], { sleep })))
  expect(runs.map(({ status }) => status)).toEqual([0, 0])
  expect(world.deals()).toHaveLength(30)
  expect(waits.every(wait => wait <= 2000)).toBe(true)
  expect(waits.length * 2000).toBeLessThan(LEASE * 30)
})

const SAYS = '今月アップロードできる件数の上限に達しました。'
const used = (status: number) =>
  answered(() => Response.json({ message: SAYS, code: 'receipt_plan_limit' }, { status }))

async function tableWithAFile(cwd: string): Promise<string> {
  await writeFile(join(cwd, 'a.pdf'), '%PDF a')
  const rows = [
    '2026-04-15,消耗品費,10,はい,1100,,,a.pdf,,A',
    '2026-04-16,消耗品費,10,はい,1200,,,,,B',
    '2026-04-17,消耗品費,10,はい,1300,,,,,C',
  ]
  await writeFile(join(cwd, 't.csv'), [HEADER, ...rows].join('\n'))
  return 't.csv'
}

test.each([403, 401])(
  '%d for files: after two pauses the row waits with the service’s words, and the rest is registered',
  async refusal => {
    const world = await createImportWorld()
    const table = await tableWithAFile(world.cwd)
    for (let call = 1; call <= 5; call++)
      world.service.sandbox.faults.arm('POST /api/1/receipts', used(refusal))
    const began = world.service.clock.now
    const { out, err, status } = await world.kura([table, '--write'])
    expect(status).toBe(3)
    expect(world.calls('POST /api/1/receipts')).toHaveLength(3)
    expect(world.service.clock.now - began).toBe(20 * 60_000)
    expect(err).toContain(`the accounting service says: ${SAYS}; it is asked again in 600 s`)
    expect(out).toMatch(new RegExp(`row 2: review: it waits: the file "a.pdf" was not uploaded: .*${SAYS}`))
    expect(world.deals().map(({ amount }) => amount)).toEqual([1200, 1300])
    expect(await readFile(join(world.cwd, 't.result.csv'), 'utf8')).toContain(SAYS)
    expect(JSON.stringify(await world.needs())).toContain(SAYS)
  },
)

test('403 for files does not hold a later import without files', async () => {
  const world = await createImportWorld()
  const table = await tableWithAFile(world.cwd)
  for (let call = 1; call <= 3; call++) world.service.sandbox.faults.arm('POST /api/1/receipts', used(403))
  await world.kura([table, '--write'])
  await writeFile(join(world.cwd, 'o.csv'), [HEADER, '2026-04-18,消耗品費,10,はい,1400,,,,,D'].join('\n'))
  const began = world.service.clock.now
  expect(await world.kura(['o.csv', '--write'])).toMatchObject({ status: 0 })
  expect(world.service.clock.now).toBe(began)
})

test('403 for deals: every row waits with the service’s words after the first two pauses', async () => {
  const world = await createImportWorld()
  const rows = ['2026-04-16,消耗品費,10,はい,1200,,,,,B', '2026-04-17,消耗品費,10,はい,1300,,,,,C']
  await writeFile(join(world.cwd, 't.csv'), [HEADER, ...rows].join('\n'))
  for (let call = 1; call <= 9; call++) world.service.sandbox.faults.arm('POST /api/1/deals', used(403))
  const began = world.service.clock.now
  const { out, status } = await world.kura(['t.csv', '--write'])
  expect(status).toBe(3)
  expect(world.service.clock.now - began).toBe(20 * 60_000)
  expect(out.match(new RegExp(`review: it waits: .*${SAYS}`, 'g'))).toHaveLength(2)
  expect(world.deals()).toEqual([])
})
