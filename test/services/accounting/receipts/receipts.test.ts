import { describe, expect, test } from 'vitest'
import { english } from '../../../../lib/core/language/text.ts'
import { freeByPerson, SETTLING, settleByQuery } from '../../../../lib/services/accounting/cases/cases.ts'
import { accountingNotices } from '../../../../lib/services/accounting/notices.ts'
import { receiptCases } from '../../../../lib/services/accounting/receipts/cases.ts'
import {
  descriptionOf,
  receiptCase,
  sha256Of,
} from '../../../../lib/services/accounting/receipts/identity.ts'
import { listOpenReceipts } from '../../../../lib/services/accounting/receipts/report.ts'
import type { ReceiptReport } from '../../../../lib/services/accounting/receipts/schema.ts'
import {
  LARGEST_RECEIPT,
  showReceipt,
  uploadReceipt,
} from '../../../../lib/services/accounting/receipts/upload.ts'
import type { AccountingClient } from '../../../../lib/services/accounting/remote/client.ts'
import { failedAfterCommit, rateLimited } from '../../../../sandbox/accounting/errors.ts'
import { answered, lostAnswer, lostRequest } from '../../../../sandbox/faults.ts'
import { COMPANY, createDealWorld, type WorldOptions } from '../deals/world.ts'

const UPLOAD = 'POST /api/1/receipts'
const bytes = new TextEncoder().encode('%PDF 蔵')
const FILE = { name: '領収書.pdf', bytes }
const SHA256 = sha256Of(bytes)
const NAME = receiptCase({ companyId: COMPANY, sha256: SHA256 })

async function createWorld(options: WorldOptions = {}) {
  const world = await createDealWorld(options)
  const { call, deps, company, running } = world
  const caseCall = { caseName: NAME, client: call.client, by: 'hana' }
  return {
    ...world,
    upload: (file = FILE, client: AccountingClient = call.client) =>
      uploadReceipt(file, { ...call, client }, deps),
    show: (file = FILE) => showReceipt(file, call, deps),
    resolve: () => settleByQuery(caseCall, receiptCases(deps)),
    async free() {
      const operation = (await deps.receipts.read(NAME))?.operation ?? ''
      return freeByPerson(caseCall, { person: 'Mei', operation, reason: 'not there' }, receiptCases(deps))
    },
    files: () => [...company.receipts.values()],
    uploads: () => running.requests.filter(request => request.startsWith(UPLOAD)).length,
  }
}

/** The late commit of a lost upload. */
function commitLate({ call }: Awaited<ReturnType<typeof createWorld>>) {
  return call.client.uploadReceipt({
    companyId: COMPANY,
    file: new File([bytes], FILE.name),
    description: `memo ${descriptionOf(SHA256)}`,
  })
}

describe('uploadReceipt()', () => {
  test('adds the file with its name, its type and its digest', async () => {
    const world = await createWorld()
    const uploaded = await world.upload()
    const [file] = world.files()
    expect(uploaded).toEqual({
      mode: 'write',
      receipt: NAME,
      sha256: SHA256,
      size: bytes.length,
      id: file?.id,
      uploaded: true,
    })
    expect(file).toMatchObject({
      mime_type: 'application/pdf',
      description: descriptionOf(SHA256),
      file: { name: '領収書.pdf', size: bytes.length, sha256: SHA256 },
    })
    expect(world.running.problems).toEqual([])
  })

  const stored = { digest: SHA256, operation: 'op', by: 'hana', lease: 1_000 }
  test.each([
    {
      name: 'is flagged',
      act: { ...stored, flags: ['two files in one'] },
      details: { decision: 'review', state: 'review' },
      why: 'it waits for a person: two files in one',
    },
    {
      name: 'is stored with another content',
      act: { ...stored, digest: 'x', flags: [] },
      details: { decision: 'conflict', state: 'claimed' },
      why: 'its case is stored with another content',
    },
  ])('refuses a file whose case $name, and says what to do', async ({ act, details, why }) => {
    const world = await createWorld()
    await world.deps.receipts.request(NAME, act)
    await expect(world.upload()).rejects.toMatchObject({
      code: 'conflict',
      message: `Cannot upload "領収書.pdf": ${why}`,
      hint: expect.stringContaining(`kura settle ${NAME}`),
      details,
    })
    expect(world.uploads()).toBe(0)
  })

  test('keeps with the case what the service said when it refused', async () => {
    const world = await createWorld()
    const refusal = {
      status_code: 400,
      errors: [{ type: 'validation', messages: ['receipt を指定してください'] }],
    }
    world.sandbox.faults.arm(
      UPLOAD,
      answered(() => Response.json(refusal, { status: 400 })),
    )
    await expect(world.upload()).rejects.toThrow()
    const { reason = '' } = (await world.deps.receipts.read(NAME)) ?? {}
    expect(english(reason)).toMatch(/ answered 400; the service says: receipt を指定してください$/)
  })

  test('uploads a flagged file once a person has freed it', async () => {
    const world = await createWorld()
    await world.deps.receipts.request(NAME, { ...stored, flags: ['two files in one'] })
    expect(await world.free()).toMatchObject({ state: 'refused' })
    expect(await world.upload()).toMatchObject({ uploaded: true })
  })

  test('adds a content once, whatever it is called', async () => {
    const world = await createWorld()
    const { id } = await world.upload()
    expect(await world.upload({ ...FILE, name: 'copy.pdf' })).toMatchObject({ id, uploaded: false })
    expect(world.uploads()).toBe(1)
  })

  test('adds a content once, although it is asked for twice at the same time', async () => {
    const world = await createWorld()
    const ends = await Promise.allSettled([world.upload(), world.upload()])
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(world.files()).toHaveLength(1)
  })

  const refused = [
    { name: 'ACCOUNTING_WRITES', options: { writes: false }, code: 'writes_off' },
    { name: 'a confirmed first deal', options: { confirmed: false }, code: 'writes_off' },
  ]
  test.each(refused)('needs $name', async ({ options, code }) => {
    const world = await createWorld(options)
    await expect(world.upload()).rejects.toMatchObject({ code })
    expect((await world.show()).obstacles).toHaveLength(1)
    expect(world.uploads()).toBe(0)
  })

  test('needs the user to be admin of the company', async () => {
    const world = await createWorld()
    world.company.role = 'simple_accounting'
    await expect(world.upload()).rejects.toMatchObject({ code: 'permission_missing' })
  })

  const sizes = [
    { name: 'nothing', size: 0 },
    { name: 'more than the service takes', size: LARGEST_RECEIPT + 1 },
  ]
  test.each(sizes)('sends no file of $name', async ({ size }) => {
    const world = await createWorld()
    const file = { name: 'a.pdf', bytes: new Uint8Array(size) }
    await expect(world.upload(file)).rejects.toMatchObject({ code: 'bad_request' })
    expect(world.uploads()).toBe(0)
  })

  test('may be asked again after the limit of the service', async () => {
    const world = await createWorld()
    world.sandbox.faults.arm(UPLOAD, rateLimited())
    await expect(world.upload()).rejects.toMatchObject({ code: 'limited', details: { state: 'refused' } })
    expect(await world.upload()).toMatchObject({ uploaded: true })
    expect(world.files()).toHaveLength(1)
  })
})

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

/** Hana's client, whose upload is overtaken by Mei: she looks, frees the file and uploads it. */
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
  const world = await createWorld()
  const { id } = await world.upload()
  const page = answered(() => new Response('<html>', { status: 404 }))
  world.sandbox.faults.arm('GET /api/1/receipts/{receipt}', page)
  await expect(world.resolve()).rejects.toMatchObject({ details: { upstream: 404 } })
  expect(await world.deps.receipts.read(NAME)).toMatchObject({ state: 'done', result: { receipt: id } })
})
