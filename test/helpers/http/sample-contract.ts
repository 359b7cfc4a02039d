/** A small contract with an endpoint of every kind, for tests of code that is made from contracts. */
import * as z from 'zod'
import { defineContract } from '../../../lib/core/http/contract.ts'

const scope = 'shelf.read'
const BOOK = '/api/shelf/books/{book}'

export const shelfContract = defineContract({
  endpoints: {
    list: {
      method: 'GET',
      path: '/api/shelf/books',
      scope,
      changes: 'never',
      query: 'optional',
      summary: 'Lists books',
    },
    count: { method: 'GET', path: '/api/shelf/count', scope, changes: 'never', summary: 'Counts the books' },
    add: {
      method: 'POST',
      path: '/api/shelf/books',
      scope,
      writeScope: 'shelf.write',
      proposeScope: 'shelf.propose',
      changes: 'by mode',
      query: true,
      body: true,
      statuses: [200, 201],
      summary: 'Adds a book',
    },
    rename: {
      method: 'PUT',
      path: `${BOOK}/pages/{page}`,
      scope: 'shelf.write',
      changes: 'always',
      body: true,
      bodyLimit: 100,
      summary: 'Gives a page a title',
    },
    sort: {
      method: 'POST',
      path: '/api/shelf/sort',
      scope,
      changes: 'by mode',
      summary: 'Puts the books in order',
    },
    remove: {
      method: 'DELETE',
      path: BOOK,
      scope: 'shelf.write',
      changes: 'always',
      statuses: [204],
      summary: 'Removes a book',
    },
    scan: {
      method: 'POST',
      path: `${BOOK}/scan`,
      scope: 'shelf.write',
      changes: 'always',
      upload: true,
      summary: 'Keeps a scan of a book',
    },
    text: {
      method: 'GET',
      path: `${BOOK}/text`,
      scope,
      changes: 'never',
      stream: ['text/plain'],
      summary: 'Gives the text of a book',
    },
  },
  schemas: async () => shelfSchemas,
})
export type ShelfContract = typeof shelfContract

const title = z.string().min(1).max(20)
const book = z.object({ id: z.int(), title: z.string(), lent: z.iso.datetime().optional() })
const shelf = z.strictObject({ shelf: z.enum(['a', 'b']).default('a') })

const shelfSchemas = {
  list: {
    query: z.strictObject({ most: z.coerce.number<number | string>().pipe(z.int().min(1)).optional() }),
    reply: z.object({ books: z.array(book) }),
  },
  count: { reply: z.object({ books: z.int() }) },
  add: { query: shelf, body: z.strictObject({ title }), reply: book },
  rename: { body: z.strictObject({ title }), reply: z.object({ book: z.string(), page: z.string(), title }) },
  sort: { reply: z.object({ mode: z.enum(['dry-run', 'write']), books: z.int() }) },
  remove: { reply: z.undefined() },
  scan: { reply: z.object({ bytes: z.int() }) },
  text: {},
}
