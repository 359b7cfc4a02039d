import { execFile } from 'node:child_process'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { openStore } from '../../../lib/core/store/open.ts'
import { startAnsweringServer } from '../../helpers/http/answering-server.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

test('openStore() opens the file that the settings name', async () => {
  const file = join(await temporaryDirectory(), 'store.db')
  const store = await openStore({ kind: 'embedded', file })
  await store.swap('a', undefined, { value: 'x', version: 'v1' })
  await store.close()
  const again = await openStore({ kind: 'embedded', file })
  expect((await again.read('a')).record?.value).toBe('x')
  await again.close()
})

test('openStore() calls the address that the settings name, with their token', async () => {
  const answer = JSON.stringify({ result: ['1700000000000', null] })
  const { url, token, headers } = await startAnsweringServer(() => ({ status: 200, body: answer }))
  const store = await openStore({ kind: 'upstash', url, token })
  expect(await store.read('a')).toEqual({ record: undefined, now: 1_700_000_000_000 })
  expect(headers[0]?.['authorization']).toBe(`Bearer ${token}`)
  await store.close()
})

/** Opens a store in a process of its own, and prints the modules that were loaded for it. */
const LIST_LOADED = `
  const { registerHooks } = await import('node:module')
  const loaded = []
  registerHooks({ load: (url, context, load) => (loaded.push(url), load(url, context)) })
  const { openStore } = await import('./lib/core/store/open.ts')
  const settings = JSON.parse(process.argv[1])
  await (await openStore(settings)).close()
  console.log(JSON.stringify(loaded))`

async function loadedFor(settings: object): Promise<string[]> {
  const words = ['--input-type=module', '--eval', LIST_LOADED, JSON.stringify(settings)]
  const cwd = resolve(import.meta.dirname, '../../..')
  const { stdout, stderr } = await promisify(execFile)(process.execPath, words, { cwd })
  expect(stderr).toBe('')
  return JSON.parse(stdout)
}

test('openStore() loads only the adapter that it opens, and warns of nothing', async () => {
  const file = join(await temporaryDirectory(), 'store.db')
  const embedded = await loadedFor({ kind: 'embedded', file })
  expect(embedded.filter(url => /sqlite/.test(url))).toEqual(['node:sqlite'])
  expect(embedded.filter(url => /upstash/.test(url))).toEqual([])
  const upstash = await loadedFor({ kind: 'upstash', url: 'http://127.0.0.1:1', token: 'some-token' })
  expect(upstash.some(url => url.endsWith('/store/upstash.ts'))).toBe(true)
  const packages = upstash.flatMap(url => /node_modules\/(@[^/]+\/[^/]+|[^/]+)/.exec(url)?.[1] ?? [])
  expect(new Set(packages)).toEqual(new Set(['@upstash/redis', 'uncrypto']))
  expect(upstash.filter(url => /sqlite|zod/.test(url))).toEqual([])
})
