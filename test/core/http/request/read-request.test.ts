import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { readBody } from '../../../../lib/core/http/body.ts'
import { readFormBody, readJsonBody, readQuery } from '../../../../lib/core/http/request/read-request.ts'

const schema = z.strictObject({
  name: z.string(),
  lines: z.array(z.strictObject({ amount: z.int() })).optional(),
})
const bytes = (text: string) => new TextEncoder().encode(text)

describe('readJsonBody()', () => {
  test('gives what the schema makes of it', () => {
    expect(readJsonBody(schema, bytes('{"name":"a"}'))).toEqual({ name: 'a' })
  })

  const refused = [
    { name: 'no JSON', body: bytes('{'), wants: 'it is not valid' },
    { name: 'nothing', body: bytes(''), wants: 'it is not valid' },
    { name: 'bytes that are no UTF-8', body: Uint8Array.of(0x22, 0xff, 0x22), wants: 'it is not valid' },
    { name: 'an unknown member', body: bytes('{"name":"a","nam":1}'), wants: '`nam` is not valid' },
    {
      name: 'a deep member',
      body: bytes('{"name":"a","lines":[{"amount":1.5}]}'),
      wants: '`lines.0.amount`',
    },
    {
      name: 'a deep unknown one',
      body: bytes('{"name":"a","lines":[{"amount":1,"x":1}]}'),
      wants: '`lines.0.x`',
    },
  ]
  test.each(refused)('refuses $name and names the place', ({ body, wants }) => {
    expect(() => readJsonBody(schema, body)).toThrow(
      expect.objectContaining({ code: 'bad_request', message: expect.stringContaining(wants) }),
    )
  })
})

describe('readQuery()', () => {
  const query = z.strictObject({ limit: z.string().regex(/^\d+$/).optional() })
  test('gives what the schema makes of it', () => {
    expect(readQuery(query, new URLSearchParams('limit=5'))).toEqual({ limit: '5' })
  })

  test.each([
    { name: 'a parameter twice', text: 'limit=5&limit=6' },
    { name: 'an unknown parameter', text: 'limt=5' },
    { name: 'a value of another form', text: 'limit=five' },
    { name: 'the name of a prototype', text: '__proto__=5' },
  ])('refuses $name', ({ text }) => {
    expect(() => readQuery(query, new URLSearchParams(text))).toThrow(
      expect.objectContaining({ code: 'bad_request' }),
    )
  })
})

describe('readFormBody()', () => {
  const form = z.strictObject({ answer: z.string() })
  test('gives the fields of a form', () => {
    expect(readFormBody(form, bytes('answer=%E3%81%AF%E3%81%84+x'))).toEqual({ answer: 'はい x' })
  })

  test('reads 2,000 fields, and refuses more without a look at each', { timeout: 10_000 }, () => {
    const many = z.record(z.string(), z.string())
    const text = (count: number) => Array.from({ length: count }, (_, at) => `${at.toString(36)}=`).join('&')
    expect(Object.keys(readFormBody(many, bytes(text(2_000))))).toHaveLength(2_000)
    for (const count of [2_001, 150_000])
      expect(() => readFormBody(many, bytes(text(count)))).toThrow(
        expect.objectContaining({ code: 'bad_request' }),
      )
  })

  test.each([
    { name: 'a field twice', text: 'answer=a&answer=b' },
    { name: 'an unknown field', text: 'answer=a&more=b' },
    { name: 'nothing', text: '' },
  ])('refuses $name, and names the body', ({ text }) => {
    expect(() => readFormBody(form, bytes(text))).toThrow(
      expect.objectContaining({
        code: 'bad_request',
        message: expect.stringContaining('Cannot read the body'),
      }),
    )
  })
})

test('readBody() gives a body of many chunks its own buffer, without other bytes of the process', async () => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array<ArrayBuffer>>()
  const writer = writable.getWriter()
  const written = [bytes('ab'), bytes('c')].map(chunk => writer.write(chunk))
  const reading = readBody(new Response(readable), 10)
  await Promise.all(written)
  await writer.close()
  const read = await reading
  expect({ text: new TextDecoder().decode(read), buffer: read.buffer.byteLength }).toEqual({
    text: 'abc',
    buffer: 3,
  })
})
