/** The compiler checks callers and handlers against their contract: a wrong one does not compile. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { copyForTypes, type TypeProject } from './typecheck.ts'

const CONTRACT = `
import * as z from 'zod'
import { createClient, requestFor } from './lib/core/http/client.ts'
import { defineContract } from './lib/core/http/contract.ts'
import { Answer, type Handlers } from './lib/core/http/serve.ts'

const book = z.object({ id: z.int(), title: z.string(), lent: z.string().optional() })
const things = {
  show: { method: 'GET', path: '/api/x/books/{book}', scope: 's', changes: 'never', summary: 'Shows a book' },
  list: { method: 'GET', path: '/api/x/books', scope: 's', changes: 'never', query: true, summary: 'Lists books' },
  add: { method: 'POST', path: '/api/x/books', scope: 's', changes: 'by mode', body: true, summary: 'Adds a book' },
  text: { method: 'GET', path: '/api/x/text', scope: 's', changes: 'never', stream: ['text/plain'], summary: 'Gives a text' },
} as const
const schemas = {
  show: { reply: book },
  list: { query: z.strictObject({ shelf: z.enum(['a', 'b']) }), reply: z.object({ books: z.array(book) }) },
  add: { body: z.strictObject({ title: z.string(), pages: z.int().default(0) }), reply: book },
  text: {},
}
export const contract = defineContract({ endpoints: things, schemas: async () => schemas })
export type Some<Name extends 'show' | 'list' | 'add' | 'text'> = Handlers<typeof contract, Name>
export const client = createClient(contract, async () => undefined)
export { Answer, book, defineContract, requestFor, schemas, things, z }
`

const START = `import { Answer, book, client, contract, defineContract, requestFor, schemas, type Some, things, z } from './contract.ts'
void [Answer, book, client, contract, defineContract, requestFor, schemas, things, z, undefined as unknown as Some<'show'>];
`

/** Without `wants`, the code must compile. */
interface Case {
  readonly name: string
  readonly code: string
  readonly wants?: string
}

const CALLERS: readonly Case[] = [
  { name: 'all that an endpoint takes', code: `await client.add({ body: { title: 'a' }, mode: 'write' })` },
  { name: 'a query that may be one of two', code: `await client.list({ query: { shelf: 'a' } })` },
  {
    name: 'the members of a reply',
    code: `const title: string = (await client.show({ params: { book: '1' } })).title; void title`,
  },
  { name: 'a stream by its request', code: `requestFor(contract, 'text')` },
  {
    name: 'a renamed member of a reply',
    code: `(await client.show({ params: { book: '1' } })).name`,
    wants: 'TS2339',
  },
  {
    name: 'a retyped member of a reply',
    code: `const title: number = (await client.show({ params: { book: '1' } })).title; void title`,
    wants: 'TS2322',
  },
  {
    name: 'a member that may be missing',
    code: `(await client.show({ params: { book: '1' } })).lent.length`,
    wants: 'TS2532',
  },
  { name: 'a missing member of the body', code: `await client.add({ body: { pages: 1 } })`, wants: 'TS2741' },
  {
    name: 'a renamed member of the body',
    code: `await client.add({ body: { title: 'a', sheets: 1 } })`,
    wants: 'TS2353',
  },
  { name: 'a retyped member of the body', code: `await client.add({ body: { title: 1 } })`, wants: 'TS2322' },
  { name: 'a missing body', code: `await client.add()`, wants: 'TS2554' },
  { name: 'a missing query', code: `await client.list()`, wants: 'TS2554' },
  {
    name: 'another value of the query',
    code: `await client.list({ query: { shelf: 'c' } })`,
    wants: 'TS2322',
  },
  {
    name: 'a segment of the path by another name',
    code: `await client.show({ params: { id: '1' } })`,
    wants: 'TS2353',
  },
  {
    name: 'a mode for what changes nothing',
    code: `await client.list({ query: { shelf: 'a' }, mode: 'write' })`,
    wants: 'TS2353',
  },
  { name: 'an endpoint that there is not', code: `await client.remove()`, wants: 'TS2339' },
  { name: 'a stream as if it were JSON', code: `await client.text()`, wants: 'TS2339' },
]

const handlers = (names: string, object: string) =>
  `const handlers: Some<${names}> = ${object}; void handlers`

const HANDLERS: readonly Case[] = [
  { name: 'a reply', code: handlers("'show'", `{ show: async () => ({ id: 1, title: 'a' }) }`) },
  {
    name: 'a reply with a status of its own',
    code: handlers("'show'", `{ show: async () => new Answer({ id: 1, title: 'a' }, { status: 201 }) }`),
  },
  {
    name: 'what was read',
    code: handlers(
      "'add'",
      `{ add: async ({ body, mode }) => ({ id: body.pages, title: body.title + mode }) }`,
    ),
  },
  {
    name: 'a renamed member of the reply',
    code: handlers("'show'", `{ show: async () => ({ id: 1, name: 'a' }) }`),
    wants: 'TS2322',
  },
  {
    name: 'a retyped member of the reply',
    code: handlers("'show'", `{ show: async () => ({ id: '1', title: 'a' }) }`),
    wants: 'TS2322',
  },
  {
    name: 'a missing member of the reply',
    code: handlers("'show'", `{ show: async () => ({ id: 1 }) }`),
    wants: 'TS2322',
  },
  {
    name: 'a wrong member in an Answer',
    code: handlers("'show'", `{ show: async () => new Answer({ id: 1 }, { status: 201 }) }`),
    wants: 'TS2322',
  },
  {
    name: 'a member that the body does not have',
    code: handlers("'add'", `{ add: async ({ body }) => ({ id: 1, title: body.name }) }`),
    wants: 'TS2339',
  },
  {
    name: 'a segment that the path does not have',
    code: handlers("'show'", `{ show: async ({ params }) => ({ id: 1, title: params.id }) }`),
    wants: 'TS2339',
  },
  {
    name: 'JSON for a stream',
    code: handlers("'text'", `{ text: async () => ({ text: 'a' }) }`),
    wants: 'TS2322',
  },
  {
    name: 'no handler for an endpoint',
    code: handlers("'show' | 'list'", `{ show: async () => ({ id: 1, title: 'a' }) }`),
    wants: 'TS2741',
  },
]

const CONTRACTS: readonly Case[] = [
  {
    name: 'a schema for each part',
    code: `defineContract({ endpoints: things, schemas: async () => schemas })`,
  },
  {
    name: 'no schema for an endpoint',
    code: `defineContract({ endpoints: things, schemas: async () => ({ show: { reply: book } }) })`,
    wants: 'TS2322',
  },
  {
    name: 'no schema for a body',
    code: `defineContract({ endpoints: things, schemas: async () => ({ ...schemas, add: { reply: book } }) })`,
    wants: 'TS2322',
  },
  {
    name: 'a schema for a body that is not taken',
    code: `defineContract({ endpoints: things, schemas: async () => ({ ...schemas, show: { body: book, reply: book } }) })`,
    wants: 'TS2322',
  },
  {
    name: 'no schema for a reply',
    code: `defineContract({ endpoints: things, schemas: async () => ({ ...schemas, show: {} }) })`,
    wants: 'TS2322',
  },
]

const CASES = Object.entries({ caller: CALLERS, handler: HANDLERS, contract: CONTRACTS })
  .flatMap(([role, rows]) => rows.map(row => ({ ...row, role })))
  .map((row, index) => ({ ...row, file: `case-${index}.ts` }))

/**
 * A command and a rule of kura, with their schemas: the command shows values of the first, the rule writes values of
 * the second.
 */
const OWN = ['lib/cli/operator/devices.ts', 'lib/services/distribution/device-states.ts']
const SCHEMAS = 'lib/core/release/device-state.ts'

let project: TypeProject
beforeAll(async () => {
  project = await copyForTypes()
})
afterAll(() => project.remove())

describe('the compiler', () => {
  let faults: readonly string[]
  beforeAll(async () => {
    const cases = CASES.map(({ file, code }) => [file, START + code] as const)
    await project.write({ 'contract.ts': CONTRACT, ...Object.fromEntries(cases) })
    faults = await project.check([...CASES.map(({ file }) => file), ...OWN])
  })

  test('accepts the contract, and a command and a rule of kura', () => {
    expect(faults.filter(fault => !fault.startsWith('case-'))).toEqual([])
  })

  test.each(CASES)('on a $role with $name: $wants', ({ file, wants }) => {
    const found = faults.filter(fault => fault.startsWith(`${file}:`))
    expect(found).toEqual(wants ? [`${file}: ${wants}`] : [])
  })
})

describe('a member of a reply that is changed in the schema alone', () => {
  const changes = [
    { name: 'renamed', from: ' line: text.', to: ' statusLine: text.' },
    { name: 'retyped', from: ' since: moment.', to: ' since: z.int().' },
  ]
  test.each(changes)('is $name: neither rule nor command compiles', async ({ from, to }) => {
    await project.replace(SCHEMAS, from, to)
    onTestFinished(() => project.replace(SCHEMAS, to, from))
    const faulty = (await project.check(OWN)).map(fault => fault.replace(/: TS\d+$/, ''))
    expect([...new Set(faulty)]).toEqual(OWN)
  })
})
