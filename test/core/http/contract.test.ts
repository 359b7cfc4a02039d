import { describe, expect, test } from 'vitest'
import { routeOf, serveContract } from '../../../lib/core/http/serve.ts'
import { shelfContract } from '../../helpers/http/sample-contract.ts'

const { endpoints } = shelfContract

describe('a contract', () => {
  test('has schemas for each endpoint, and no others', async () => {
    expect(Object.keys(await shelfContract.schemas())).toEqual(Object.keys(endpoints))
  })

  test('loads no schema before one is needed', async () => {
    let loads = 0
    const schemas = () => {
      loads += 1
      return shelfContract.schemas()
    }
    const handlers = { count: async () => ({ books: 0 }), list: async () => ({ books: [] }) }
    const { count, list } = endpoints
    const contract = { endpoints: { count, list }, schemas }
    const [counting, listing] = serveContract(contract, handlers)
    const call = (query: string) => {
      const url = new URL(`http://kura.test/${query}`)
      return { url, body: new Uint8Array() } as Parameters<NonNullable<typeof counting>['handle']>[0]
    }
    await counting?.handle(call(''))
    await listing?.handle(call(''))
    expect(loads).toBe(0)
    await listing?.handle(call('?most=1'))
    expect(loads).toBe(1)
  })
})

describe('routeOf()', () => {
  const rows = [
    {
      name: 'count',
      route: { method: 'GET', path: '/api/shelf/count', scope: 'shelf.read', changes: 'never' },
    },
    {
      name: 'add',
      route: {
        method: 'POST',
        path: '/api/shelf/books',
        scope: 'shelf.read',
        writeScope: 'shelf.write',
        proposeScope: 'shelf.propose',
        changes: 'by mode',
      },
    },
    {
      name: 'rename',
      route: {
        method: 'PUT',
        path: '/api/shelf/books/{book}/pages/{page}',
        scope: 'shelf.write',
        changes: 'always',
        bodyLimit: 100,
      },
    },
  ] as const
  test.each(rows)('gives what the router needs of $name, and nothing else', ({ name, route }) => {
    expect(routeOf(endpoints[name])).toEqual(route)
  })
})
