/** An allowance of the service that is used up: pauses belong to an endpoint, and the other rows continue. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { answered } from '../../../../../sandbox/faults.ts'
import { createImportWorld, HEADER } from './world.ts'

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
