/** The table "Store commands a request" of `lib/core/store/README.md` has the true costs of the requests. */
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { routesOfAdmin } from '../../../lib/app/functions/admin.ts'
import { routesOfDistribution } from '../../../lib/app/functions/distribution.ts'
import { createClaims } from '../../../lib/core/claims/claims.ts'
import { actOnce } from '../../../lib/core/claims/once.ts'
import type { Store } from '../../../lib/core/store/store.ts'
import { serveFunction } from '../../helpers/functions.ts'
import { createMemoryStore } from '../../helpers/memory-store.ts'
import { createTestPublisher, type TestPublisher } from '../../helpers/publishing/release.ts'

const README = new URL('../../../lib/core/store/README.md', import.meta.url)
const HOUR = 3_600_000

let publisher: TestPublisher

beforeAll(async () => {
  publisher = await createTestPublisher()
  await publisher.publish({ 'a.json': '{}' })
})
afterAll(() => publisher.remove())

/** Returns a store in which each call is a command, as in the deployed store, and the keys of all calls. */
function createCountedStore(now: () => number) {
  const store = createMemoryStore({ now })
  const commands: string[] = []
  const counted = <A extends [string | readonly string[], ...unknown[]], R>(work: (...given: A) => R) => {
    return (...given: A): R => {
      commands.push(String(given[0]))
      return work(...given)
    }
  }
  const { read, readMany, swap, remove, keys } = store
  const watched: Store = {
    ...store,
    read: counted(read),
    readMany: counted(readMany),
    swap: counted(swap),
    remove: counted(remove),
    keys: counted(keys),
  }
  return { store: watched, commands }
}

/** Serves two functions over one store; `instance` starts another instance of both, without any cached data. */
async function createWorld() {
  let now = Date.now()
  const { store, commands } = createCountedStore(() => now)
  const instance = async () => {
    const { call } = await serveFunction(core => [...routesOfDistribution(core), ...routesOfAdmin(core)], {
      env: { KURA_RELEASE_DIR: publisher.releaseDir },
      openStore: async () => store,
      now: () => now,
    })
    const admin = async (path: string, body?: object) => {
      const sent = body && { method: 'POST', body: JSON.stringify(body) }
      expect((await call(`/api/admin/${path}`, { scopes: ['admin'], ...sent })).status).toBe(200)
    }
    const { release } = (await (await call('/api/admin/release', { scopes: ['admin'] })).json()) as {
      release: string
    }
    const device = async (name = 'demo') => {
      const { status } = await call(`/api/distribution?have=${release}`, { name })
      expect(status).toBe(304)
    }
    return { call, admin, device }
  }
  const cost = async (work: () => Promise<unknown>, about = '') => {
    const before = commands.length
    await work()
    return commands.slice(before).filter(key => key.startsWith(about)).length
  }
  const pass = (milliseconds: number) => {
    now += milliseconds
  }
  return { store, instance, cost, pass }
}

const FINDING = { url: 'https://example.com', at: '2026-06-15T00:00:00Z', conclusion: 'closed', open: [] }

/** A world with open and closed cases. */
async function createCases() {
  const { store, cost } = await createWorld()
  const claims = createClaims<number>({ store, kind: 'deal', parseResult: Number })
  let count = 0
  const act = (name: string) =>
    actOnce<number>(
      {
        name,
        digest: 'body',
        by: 'hana',
        async send({ guard }) {
          await guard()
          return { state: 'done', result: 1 }
        },
      },
      { claims, newId: () => `operation-${++count}`, clock: () => 0 },
    )
  const flag = async (name: string, flags: string[]) => {
    await claims.request(name, { digest: 'body', operation: name, by: 'hana', lease: 60_000, flags })
  }
  for (let at = 0; at < 20; at++) await act(`closed ${at}`)
  for (let at = 0; at < 20; at++) await flag(`open ${at}`, ['date'])
  return { claims, act, cost }
}

const MEASURES: Readonly<Record<string, () => Promise<number>>> = {
  'a device with nothing new, on an instance that knows it': async () => {
    const { instance, cost } = await createWorld()
    const { device } = await instance()
    await device()
    return cost(() => device())
  },
  'the same every hour for a day': async () => {
    const { instance, cost, pass } = await createWorld()
    const { device } = await instance()
    await device()
    return cost(async () => {
      for (let hour = 0; hour < 24; hour++) {
        pass(HOUR)
        await device()
      }
    }, 'device/')
  },
  'the same, on an instance that does not know it': async () => {
    const { instance, cost } = await createWorld()
    await (await instance()).device()
    const { device } = await instance()
    return cost(() => device())
  },
  'a device with news': async () => {
    const { instance, cost } = await createWorld()
    const { device } = await instance()
    await device()
    return cost(() => device('another'))
  },
  'the revoked keys, of an instance once a minute': async () => {
    const { instance, cost, pass } = await createWorld()
    const { admin } = await instance()
    pass(61_000)
    return cost(async () => {
      await admin('release')
      await admin('release')
    })
  },
  "an operator's key that was used, of an instance once an hour": async () => {
    const { instance, cost, pass } = await createWorld()
    const { admin } = await instance()
    pass(HOUR)
    return cost(async () => {
      await admin('release')
      await admin('release')
    }, 'key/')
  },
  'a signed read that needs nothing stored': async () => {
    const { instance, cost } = await createWorld()
    const { admin } = await instance()
    return cost(() => admin('release'))
  },
  'the nonce of a signed write': async () => {
    const { instance, cost } = await createWorld()
    const { admin } = await instance()
    return cost(() => admin('exposure', FINDING), 'nonce/')
  },
  'the activity log of a signed write, before its answer is sent': async () => {
    const { instance, cost } = await createWorld()
    const { admin } = await instance()
    await admin('exposure', FINDING)
    return cost(() => admin('exposure', FINDING), 'activity/')
  },
  'the same, on an instance that has written nothing yet': async () => {
    const { instance, cost } = await createWorld()
    const { admin } = await instance()
    return cost(() => admin('exposure', FINDING), 'activity/')
  },
  'a page of the activity log': async () => {
    const { instance, cost } = await createWorld()
    const { admin } = await instance()
    await admin('exposure', FINDING)
    return cost(() => admin('activity'))
  },
  'a page of devices': async () => {
    const { instance, cost } = await createWorld()
    const { admin, device } = await instance()
    for (const name of ['one', 'two', 'three']) await device(name)
    return cost(() => admin('devices'))
  },
  'what needs a person, what is due, what ran, with nothing open': async () => {
    const { instance, cost } = await createWorld()
    const { admin } = await instance()
    await admin('today')
    return cost(() => admin('today'))
  },
  'the open cases of a kind': async () => {
    const { claims, cost } = await createCases()
    return cost(() => claims.listOpen())
  },
  'a page of all cases of a kind': async () => {
    const { claims, cost } = await createCases()
    return cost(() => claims.list({ limit: 500 }))
  },
  'an act that happens once, without what its owner stores': async () => {
    const { act, cost } = await createCases()
    return cost(() => act('another'))
  },
}

/** The rows of the table. */
async function readTable(): Promise<Record<string, number>> {
  const [, section = ''] = (await readFile(README, 'utf8')).split('## Store commands a request')
  const [table = ''] = section.split('\n## ')
  const rows = [...table.matchAll(/^\| ([^|]+?) \| (\d+) \|/gm)]
  return Object.fromEntries(rows.map(([, name = '', commands]) => [name, Number(commands)]))
}

test('the table of store commands has a row for each request that is measured', async () => {
  expect(Object.keys(await readTable())).toEqual(Object.keys(MEASURES))
})

test.each(Object.entries(MEASURES))('%s costs what the table says', async (name, measure) => {
  expect(await measure()).toBe((await readTable())[name])
})
