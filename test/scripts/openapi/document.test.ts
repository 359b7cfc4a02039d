import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { type Contract, defineContract, PUBLIC } from '../../../lib/core/http/contract.ts'
import { openApiDocument } from '../../../scripts/openapi/document.ts'
import { shelfContract } from '../../helpers/http/sample-contract.ts'

const INFO = { title: 'shelf', version: '1', description: 'Books' }

async function describedShelf(contract: Contract = shelfContract) {
  const service = { name: 'shelf', summary: 'Books', contract, security: 'signature' }
  const document = await openApiDocument({
    info: INFO,
    services: [service],
    securitySchemes: { signature: { type: 'apiKey', in: 'header', name: 'Signature' } },
  })
  const paths = document['paths'] as Record<string, Record<string, Record<string, unknown>>>
  return { document, paths }
}

/** A contract of one GET with these replies. */
const replying = (...replies: z.ZodType[]): Contract => {
  const names = replies.map((_, index) => `reply${index}`)
  const endpoints = names.map(name => [
    name,
    { method: 'GET', path: `/api/x/${name}`, scope: 's', changes: 'never', summary: 'Replies' } as const,
  ])
  const schemas = Object.fromEntries(names.map((name, index) => [name, { reply: replies[index] }]))
  return defineContract({ endpoints: Object.fromEntries(endpoints), schemas: async () => schemas as never })
}

const TITLE = { type: 'string', minLength: 1, maxLength: 20 }
const BOOK = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    title: { type: 'string' },
    lent: { type: 'string', format: 'date-time' },
  },
  required: ['id', 'title'],
  additionalProperties: false,
}
const json = (schema: unknown) => ({ 'application/json': { schema } })
const ERROR = { $ref: '#/components/responses/Error' }

describe('openApiDocument()', () => {
  test('has the endpoints by path and method, in their order', async () => {
    const { document, paths } = await describedShelf()
    expect(document).toMatchObject({
      openapi: '3.1.1',
      info: INFO,
      tags: [{ name: 'shelf', description: 'Books' }],
    })
    expect(Object.entries(paths).map(([path, item]) => `${path} ${Object.keys(item)}`)).toEqual([
      '/api/shelf/books get,post',
      '/api/shelf/count get',
      '/api/shelf/books/{book}/pages/{page} put',
      '/api/shelf/sort post',
      '/api/shelf/books/{book} delete',
      '/api/shelf/books/{book}/scan post',
      '/api/shelf/books/{book}/text get',
    ])
  })

  test('says all of an endpoint', async () => {
    const { paths } = await describedShelf()
    expect(paths['/api/shelf/books']?.['post']).toEqual({
      operationId: 'shelfAdd',
      tags: ['shelf'],
      summary: 'Adds a book',
      security: [{ signature: ['shelf.read'] }],
      'x-kura-write-scope': 'shelf.write',
      'x-kura-propose-scope': 'shelf.propose',
      'x-kura-changes': 'by mode',
      parameters: [
        { name: 'shelf', in: 'query', schema: { type: 'string', enum: ['a', 'b'], default: 'a' } },
        { $ref: '#/components/parameters/proposeMode' },
      ],
      requestBody: {
        required: true,
        content: json({
          type: 'object',
          properties: { title: TITLE },
          required: ['title'],
          additionalProperties: false,
        }),
      },
      responses: {
        200: { description: 'Done', content: json(BOOK) },
        201: { description: 'Created', content: json(BOOK) },
        default: ERROR,
      },
    })
  })

  test('has the segments of a path, and the limit of a body', async () => {
    const { paths } = await describedShelf()
    const schema = { type: 'string', minLength: 1 }
    expect(paths['/api/shelf/books/{book}/pages/{page}']?.['put']).toMatchObject({
      'x-kura-body-limit': 100,
      parameters: [
        { name: 'book', in: 'path', required: true, schema },
        { name: 'page', in: 'path', required: true, schema },
      ],
    })
  })

  test('has what a reply without JSON gives', async () => {
    const { paths } = await describedShelf()
    expect(paths['/api/shelf/books/{book}']?.['delete']?.['responses']).toEqual({
      204: { description: expect.any(String) },
      default: ERROR,
    })
    expect(paths['/api/shelf/books/{book}/text']?.['get']?.['responses']).toEqual({
      200: { description: 'Done', content: { 'text/plain': {} } },
      default: ERROR,
    })
  })

  test('marks a parameter that is needed, and a body that is not', async () => {
    const endpoint = { scope: 's', changes: 'never', summary: 'Asks', path: '/api/x/ask' } as const
    const contract = defineContract({
      endpoints: { ask: { ...endpoint, method: 'POST', query: true, body: true } },
      schemas: async () => ({
        ask: {
          query: z.strictObject({ name: z.string().describe('whose'), age: z.string().optional() }),
          body: z.strictObject({ why: z.string() }).optional(),
          reply: z.object({}),
        },
      }),
    })
    const { paths } = await describedShelf(contract)
    expect(paths['/api/x/ask']?.['post']).toMatchObject({
      parameters: [
        { name: 'name', in: 'query', description: 'whose', required: true, schema: { type: 'string' } },
        { name: 'age', in: 'query', schema: { type: 'string' } },
      ],
      requestBody: { required: false },
    })
  })

  test('describes a public page: no key, a form, and redirects without a body', async () => {
    const endpoint = { scope: PUBLIC, changes: 'always', summary: 'Asks', path: '/api/x/ask' } as const
    const page = { stream: ['text/html'], statuses: [200, 303], body: true, form: true } as const
    const contract = defineContract({
      endpoints: { ask: { ...endpoint, ...page, method: 'POST' } },
      schemas: async () => ({ ask: { body: z.object({ answer: z.string() }) } }),
    })
    const { paths } = await describedShelf(contract)
    expect(paths['/api/x/ask']?.['post']).toMatchObject({
      security: [],
      requestBody: { content: { 'application/x-www-form-urlencoded': { schema: { type: 'object' } } } },
      responses: {
        200: { description: 'Done', content: { 'text/html': {} } },
        303: { description: 'Continue there' },
      },
    })
    expect(paths['/api/x/ask']?.['post']).not.toHaveProperty('responses.303.content')
  })

  test('has one form for errors, with every code and its status', async () => {
    const { document } = await describedShelf()
    expect(document['components']).toMatchObject({
      schemas: {
        Error: {
          required: ['error', 'code'],
          properties: { code: { enum: expect.arrayContaining(['bad_request', 'clock_skew']) } },
          'x-kura-status': { bad_request: 400, clock_skew: 401 },
        },
      },
      responses: { Error: { content: json({ $ref: '#/components/schemas/Error' }) } },
      parameters: { mode: { name: 'mode', in: 'query', schema: { enum: ['dry-run', 'write'] } } },
    })
  })

  test('shares a schema that has an id', async () => {
    const page = z.object({ page: z.int().min(1).max(9) }).meta({ id: 'Page' })
    const shelf = z.object({ pages: z.array(page) }).meta({ id: 'Shelf' })
    const { document, paths } = await describedShelf(replying(page, z.object({ shelf })))
    const content = (path: string) => paths[path]?.['get']?.['responses']
    expect(content('/api/x/reply0')).toMatchObject({
      200: { content: json({ $ref: '#/components/schemas/Page' }) },
    })
    expect(content('/api/x/reply1')).toMatchObject({
      200: { content: json({ properties: { shelf: { $ref: '#/components/schemas/Shelf' } } }) },
    })
    expect(document['components']).toMatchObject({
      schemas: {
        Page: { properties: { page: { type: 'integer', minimum: 1, maximum: 9 } } },
        Shelf: { properties: { pages: { items: { $ref: '#/components/schemas/Page' } } } },
      },
    })
  })

  const wrong = [
    { name: 'a reply that transforms', reply: z.string().transform(Number) },
    { name: 'a reply that JSON does not have', reply: z.object({ at: z.date() }) },
    {
      name: 'another schema by the id of errors',
      reply: z.object({ why: z.string() }).meta({ id: 'Error' }),
    },
  ]
  test.each(wrong)('refuses $name', async ({ reply }) => {
    await expect(describedShelf(replying(reply))).rejects.toThrow(
      /Transforms|Date|two schemas by the id "Error"/,
    )
  })
})
