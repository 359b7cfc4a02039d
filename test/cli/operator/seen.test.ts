/** What an operator has seen of a deployment, in a file beside the key. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { routesOfAdmin } from '../../../lib/app/admin.ts'
import { registerKey } from '../../../lib/cli/operator/key.ts'
import { headOf, readSeen, withHead, withRevocations, writeSeen } from '../../../lib/cli/operator/seen.ts'
import { registerStore } from '../../../lib/cli/store/restored.ts'
import { readStopped } from '../../../lib/core/store/stopped.ts'
import { serveFunction, TEST_SECRET } from '../../helpers/functions.ts'
import { createMemoryStore } from '../../helpers/memory-store.ts'
import { runCommand } from '../../helpers/run-command.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

const head = (seq: number, digit = 'a') =>
  `${seq}:${digit.repeat(64)}:2026-10-01T00:00:00.000Z:${'m'.repeat(43)}`

test('the newest end is kept, and an older one does not replace it', () => {
  const seen = { url: 'https://a.example', revoked: [] }
  const first = withHead(seen, head(7))
  expect(headOf(first)).toEqual({ seq: 7, digest: 'a'.repeat(64) })
  expect(withHead(first, head(8, 'b')).head).toBe(head(8, 'b'))
  for (const other of [head(6), 'none', '']) expect(withHead(first, other)).toBe(first)
})

test('a revocation is kept until it is taken back', () => {
  const seen = { url: 'https://a.example', revoked: ['a:admin:1'] }
  expect(withRevocations(seen, [{ keyid: 'a:admin:1', state: 'revoked' }])).toBe(seen)
  const more = withRevocations(seen, [{ keyid: 'b:admin:1', state: 'revoked' }])
  expect(more.revoked).toEqual(['a:admin:1', 'b:admin:1'])
  expect(withRevocations(more, [{ keyid: 'a:admin:1', state: 'restored' }]).revoked).toEqual(['b:admin:1'])
})

test('a file of another deployment, and a damaged one, say nothing', async () => {
  const file = join(await temporaryDirectory(), 'operator.json')
  const url = 'https://a.example'
  await writeSeen({ url, revoked: ['a:admin:1'] }, file)
  expect(await readSeen({ file, url })).toEqual({ url, revoked: ['a:admin:1'] })
  expect(await readSeen({ file, url: 'https://b.example' })).toMatchObject({ revoked: [] })
  await writeFile(file.replace('.json', '.seen.json'), '{')
  expect(await readSeen({ file, url })).toEqual({ url, revoked: [] })
  await writeSeen({ url, revoked: [] }, join(file, 'no/folder.json'))
})

/** A host with a store that can be put back to an earlier one, and an operator. */
async function createWorld() {
  const cwd = await temporaryDirectory()
  let store = createMemoryStore()
  const open = { ...store, ...forwarding(() => store) }
  const host = await serveFunction(routesOfAdmin, { openStore: async () => open })
  const env = {
    KURA_URL: host.url,
    KURA_SECRETS: `1:${TEST_SECRET.toString('base64url')}`,
    XDG_CONFIG_HOME: cwd,
  }
  const deps = { env, cwd, now: Date.now() }
  const key = (...words: string[]) => runCommand(registerKey, ['key', ...words], deps)
  const restored = (...words: string[]) => runCommand(registerStore, ['store', 'restored', ...words], deps)
  await key('issue', 'hana', '--scope', 'admin,approve')
  const seen = async () => JSON.parse(await readFile(join(cwd, 'kura/operator.seen.json'), 'utf8'))
  const wipe = () => {
    store = createMemoryStore()
  }
  return { key, restored, seen, wipe, stopped: () => readStopped(store) }
}

function forwarding(store: () => ReturnType<typeof createMemoryStore>) {
  return {
    read: (...given: Parameters<ReturnType<typeof store>['read']>) => store().read(...given),
    readMany: (...given: Parameters<ReturnType<typeof store>['readMany']>) => store().readMany(...given),
    swap: (...given: Parameters<ReturnType<typeof store>['swap']>) => store().swap(...given),
    remove: (...given: Parameters<ReturnType<typeof store>['remove']>) => store().remove(...given),
    keys: (...given: Parameters<ReturnType<typeof store>['keys']>) => store().keys(...given),
  }
}

test('the end goes with each call: a store that lacks it is found, and `kura store restored` ends the stop', async () => {
  const { key, restored, seen, wipe, stopped } = await createWorld()
  await key('revoke', 'lost:admin:1')
  await key('list')
  expect(await seen()).toMatchObject({ head: expect.stringMatching(/^1:/), revoked: ['lost:admin:1'] })
  wipe()
  await key('list')
  expect(await stopped()).toMatchObject({ by: 'hana:admin+approve:1', seq: 1 })
  expect((await seen()).head, 'the older store does not replace it').toMatch(/^1:/)
  const shown = await restored()
  expect(shown.out).toContain('the store lacks entry 1 of the activity log')
  expect(shown.out).toContain('this machine knows as revoked: lost:admin:1')
  expect(shown.out).toContain('nothing was changed')
  expect(await stopped()).toBeDefined()
  const { out } = await restored('--write', '--by', 'Hana Mori')
  expect(out).toContain('revoked lost:admin:1')
  expect(await stopped()).toBeUndefined()
  expect((await key('list')).out).toMatch(/lost:admin:1 .*by hana on/)
  expect((await restored('--json')).out).not.toContain('"stopped"')
})
