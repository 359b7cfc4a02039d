/** Files whose upload has an unknown outcome, files that are gone, and files that two attempts uploaded. */
import { describe, expect, test } from 'vitest'
import { SETTLING } from '../../../../lib/services/accounting/cases/cases.ts'
import { accountingNotices } from '../../../../lib/services/accounting/notices.ts'
import { descriptionOf } from '../../../../lib/services/accounting/receipts/identity.ts'
import { listOpenReceipts } from '../../../../lib/services/accounting/receipts/report.ts'
import type { ReceiptReport } from '../../../../lib/services/accounting/receipts/schema.ts'
import type { AccountingClient } from '../../../../lib/services/accounting/remote/client.ts'
import { failedAfterCommit } from '../../../../sandbox/accounting/errors.ts'
import { answered, lostAnswer, lostRequest } from '../../../../sandbox/faults.ts'
import { COMPANY } from '../deals/world.ts'
import { bytes, createWorld, FILE, NAME, SHA256, UPLOAD } from './world.ts'

/** Lets the service store a file whose upload was lost on its way. */
function commitLate({ call }: Awaited<ReturnType<typeof createWorld>>) {
  return call.client.uploadReceipt({
    companyId: COMPANY,
    file: new File([bytes], FILE.name),
    description: `memo ${descriptionOf(SHA256)}`,
  })
}

describe('a file of unknown outcome', () => {
  const lost = [
    { name: 'a lost answer', fault: lostAnswer() },
    { name: 'a 500 after the commit', fault: failedAfterCommit() },
  ]
  test.each(lost)('is not uploaded again after $name, and resolving finds it', async ({ fault }) => {
    const world = await createWorld()
    world.sandbox.faults.arm(UPLOAD, fault)
    await expect(world.upload()).rejects.toMatchObject({ details: { state: 'unknown', receipt: NAME } })
    await expect(world.upload()).rejects.toMatchObject({ details: { decision: 'unknown' } })
    expect(await listOpenReceipts(world.deps.receipts)).toMatchObject([{ receipt: NAME, name: FILE.name }])
    const [file] = world.files()
    await expect(world.free()).rejects.toMatchObject({ code: 'conflict' })
    expect(await world.resolve()).toMatchObject({ state: 'done', id: file?.id, found: [file?.id] })
    expect(await world.upload()).toMatchObject({ id: file?.id, uploaded: false })
    expect(world.uploads()).toBe(1)
  })

  test('is looked for again before it is uploaded anew', async () => {
    const world = await createWorld()
    world.sandbox.faults.arm(UPLOAD, lostRequest())
    await expect(world.upload()).rejects.toMatchObject({ details: { state: 'unknown' } })
    expect(await world.resolve()).toMatchObject({ state: 'unknown', found: [] })
    await expect(world.free(), 'too early').rejects.toMatchObject({ code: 'conflict' })
    world.advance(SETTLING + 1000)
    expect(await world.free()).toMatchObject({ state: 'refused' })
    const late = await commitLate(world)
    expect(await world.upload()).toMatchObject({ id: late.id, uploaded: false })
    expect(world.files()).toHaveLength(1)
  })

  test('is for a person to choose if the file box has it several times', async () => {
    const world = await createWorld()
    world.sandbox.faults.arm(UPLOAD, lostRequest())
    await expect(world.upload()).rejects.toMatchObject({ details: { state: 'unknown' } })
    world.advance(SETTLING + 1000)
    await world.free()
    const ids = [(await commitLate(world)).id, (await commitLate(world)).id]
    await expect(world.upload()).rejects.toMatchObject({
      code: 'conflict',
      message: `Cannot upload "${FILE.name}": the file box has it several times, as ${ids.join(', ')}`,
      hint: expect.stringContaining(`kura settle ${NAME}`),
      details: { receipt: NAME, state: 'unknown' },
    })
    world.company.receipts.delete(ids[0] ?? 0)
    expect(await world.resolve()).toMatchObject({ state: 'done', id: ids[1] })
  })
})

describe('a file that was deleted at the service', () => {
  const deletions = [
    {
      name: 'is not listed',
      of: (world: Awaited<ReturnType<typeof createWorld>>) => world.company.receipts.clear(),
    },
    {
      name: 'has the status deleted',
      of: ({ company }: Awaited<ReturnType<typeof createWorld>>) => {
        for (const [id, receipt] of company.receipts)
          company.receipts.set(id, { ...receipt, status: 'deleted' })
      },
    },
  ]
  test.each(deletions)('and $name is gone, and a person frees it', async ({ of }) => {
    const world = await createWorld()
    await world.upload()
    of(world)
    expect(await world.resolve()).toMatchObject({ state: 'gone', found: [] })
    await expect(world.upload()).rejects.toMatchObject({ details: { decision: 'gone' } })
    await world.free()
    expect(await world.upload()).toMatchObject({ uploaded: true })
  })
})

/** Hana's client: while its upload is under way, Mei queries the service, frees the file and uploads it. */
function overtaken(world: Awaited<ReturnType<typeof createWorld>>, when: 'before' | 'after the check') {
  const { client } = world.call
  const meiUploads = async () => {
    world.advance(21 * 60_000)
    expect(await world.resolve()).toMatchObject({ state: 'unknown', found: [] })
    world.advance(SETTLING)
    await world.free()
    await world.upload()
  }
  const uploads: AccountingClient['uploadReceipt'] = async (upload, before) => {
    if (when === 'after the check') await before?.()
    await meiUploads()
    return client.uploadReceipt(upload, when === 'before' ? before : undefined)
  }
  return { ...client, uploadReceipt: uploads }
}

function noticesOf(report: ReceiptReport | undefined) {
  return accountingNotices({ cases: [], receipts: report ? [report] : [], learnings: [] }, 0)
}

describe('a process that was overtaken', () => {
  test('before its call uploads nothing', async () => {
    const world = await createWorld()
    await expect(world.upload(FILE, overtaken(world, 'before'))).rejects.toMatchObject({
      code: 'remote_unreachable',
      message: expect.stringContaining('its claim is no longer held'),
    })
    expect(world.files()).toHaveLength(1)
  })

  test('while its call was under way gets a conflict, and the file is notified until one of them is deleted', async () => {
    const world = await createWorld()
    const client = overtaken(world, 'after the check')
    const refusal: unknown = await world.upload(FILE, client).catch(thrown => thrown)
    const [own, stray] = world.files()
    expect(refusal).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(`the file is receipt ${stray?.id}: another attempt has the claim`),
      details: { receipt: NAME, id: stray?.id },
    })
    expect(await world.deps.receipts.read(NAME)).toMatchObject({
      state: 'done',
      result: { receipt: own?.id },
      strays: [{ by: 'hana', result: { receipt: stray?.id } }],
    })
    const [open] = await listOpenReceipts(world.deps.receipts)
    expect(noticesOf(open)).toMatchObject([
      { kind: 'receipt_twice', facts: { receipt: NAME, ids: [own?.id, stray?.id], uncertain: 0 } },
    ])
    world.company.receipts.delete(stray?.id ?? 0)
    await world.resolve()
    expect(await listOpenReceipts(world.deps.receipts)).toEqual([])
  })

  test('by an attempt that was refused is notified too, and its case can be resolved', async () => {
    const world = await createWorld()
    const client = overtaken(world, 'after the check')
    const invalid = { status_code: 400, errors: [{ type: 'validation', messages: ['不正です。'] }] }
    world.sandbox.faults.arm(
      UPLOAD,
      answered(() => Response.json(invalid, { status: 400 })),
    )
    const upload = world.upload
    world.upload = async (...given) => upload(...given).catch(() => undefined as never)
    await expect(upload(FILE, client)).rejects.toMatchObject({ code: 'conflict' })
    const [stray] = world.files()
    const [open] = await listOpenReceipts(world.deps.receipts)
    expect(open).toMatchObject({ state: 'refused', strays: [{ id: stray?.id, by: 'hana' }] })
    expect(noticesOf(open)).toMatchObject([
      { kind: 'receipt_twice', facts: { receipt: NAME, ids: [stray?.id], uncertain: 0 } },
    ])
    expect(await world.resolve()).toMatchObject({ state: 'refused', found: [stray?.id] })
    world.company.receipts.clear()
    await world.resolve()
    expect(await listOpenReceipts(world.deps.receipts)).toEqual([])
  })
})

test('a file is not gone because a page of a proxy answers 404', async () => {
  const world = await createWorld({ known: / reply: / })
  const { id } = await world.upload()
  const page = answered(() => new Response('<html>', { status: 404 }))
  world.sandbox.faults.arm('GET /api/1/receipts/{receipt}', page)
  await expect(world.resolve()).rejects.toMatchObject({ details: { upstream: 404 } })
  expect(await world.deps.receipts.read(NAME)).toMatchObject({ state: 'done', result: { receipt: id } })
})
