import { describe, expect, test } from 'vitest'
import { english } from '../../../../lib/core/language/text.ts'
import { descriptionOf } from '../../../../lib/services/accounting/receipts/identity.ts'
import { LARGEST_RECEIPT } from '../../../../lib/services/accounting/receipts/upload.ts'
import { rateLimited } from '../../../../sandbox/accounting/errors.ts'
import { answered } from '../../../../sandbox/faults.ts'
import { bytes, createWorld, FILE, NAME, SHA256, UPLOAD } from './world.ts'

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
