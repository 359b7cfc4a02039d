/** The facts that this machine remembers about a deployment, whichever key its commands use. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { routesOfAdmin } from '../../../lib/app/functions/admin.ts'
import { registerEnrol } from '../../../lib/cli/commands/device/enrol.ts'
import { registerKey } from '../../../lib/cli/operator/key.ts'
import { headOf, seenOf, withDecisions, withHead } from '../../../lib/cli/operator/seen.ts'
import { registerStore } from '../../../lib/cli/operator/store.ts'
import { readConfig } from '../../../lib/core/config/config.ts'
import { readStopped } from '../../../lib/core/store/stopped.ts'
import type { Store } from '../../../lib/core/store/store.ts'
import { gapOf } from '../../../lib/services/activity/gap.ts'
import { createActivityLog } from '../../../lib/services/activity/log.ts'
import { keyText, serveFunction } from '../../helpers/functions.ts'
import { createMemoryStore, type MemoryStore } from '../../helpers/memory-store.ts'
import { temporaryPublisher } from '../../helpers/publishing/temporary-publisher.ts'
import { runCommand } from '../../helpers/run-command.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

const head = (seq: number, day = '01', digit = 'a') =>
  `${seq}:${digit.repeat(64)}:2026-10-${day}T00:00:00.000Z:${'m'.repeat(43)}`

test.each([
  { name: 'a later entry', next: head(8), isKept: true },
  { name: 'an earlier entry of the same time', next: head(6), isKept: false },
  { name: 'an earlier entry, as an older store has it', next: head(9, '00'), isKept: false },
  { name: 'a smaller number of a later time, after a restore', next: head(3, '02', 'b'), isKept: true },
  { name: 'no end', next: 'none', isKept: false },
])('$name: replaces the end that was kept: $isKept', ({ next, isKept }) => {
  const seen = withHead({ keys: {} }, head(7))
  expect(headOf(seen)).toEqual({ seq: 7, digest: 'a'.repeat(64), at: '2026-10-01T00:00:00.000Z' })
  expect(withHead(seen, next).head).toBe(isKept ? next : head(7))
})

test('of two decisions about a key the later one stays', () => {
  const decision = (state: 'revoked' | 'restored', at: string) => ({ keyid: 'a:admin:1', state, at })
  const seen = withDecisions({ keys: {} }, [decision('revoked', '2')])
  for (const older of [decision('revoked', '2'), decision('restored', '1')])
    expect(withDecisions(seen, [older])).toBe(seen)
  expect(withDecisions(seen, [decision('restored', '3')]).keys).toEqual({
    'a:admin:1': { state: 'restored', at: '3' },
  })
})

describe('the file of a deployment', () => {
  async function createContext() {
    const [cwd, notes] = [await temporaryDirectory(), [] as string[]]
    const env = { XDG_CONFIG_HOME: join(cwd, 'config') }
    const output = () => ({ note: (text: string) => void notes.push(text) }) as never
    return { cwd, notes, context: { env, cwd, config: readConfig(env), output } as never }
  }
  const keep = (head: string) => () => ({ head, keys: {} })

  test.each([
    { url: 'https://a.example', file: 'config/kura/seen/a.example.json' },
    { url: 'http://localhost:3000', file: '.kura/seen/localhost%3A3000.json' },
  ])('$url: $file', async ({ url, file }) => {
    const { context, cwd } = await createContext()
    await seenOf(url, context).change(keep('1'))
    expect(JSON.parse(await readFile(join(cwd, file), 'utf8'))).toEqual({ head: '1', keys: {} })
    expect(await seenOf(`${url}/`, context).read()).toEqual({ head: '1', keys: {} })
    expect(await seenOf('https://b.example', context).read(), 'another deployment').toEqual({ keys: {} })
    await writeFile(join(cwd, file), '{')
    expect(await seenOf(url, context).read(), 'a damaged file').toEqual({ keys: {} })
  })

  test('keeps what commands add at the same time', async () => {
    const { context } = await createContext()
    const file = seenOf('https://a.example', context)
    const keyids = Array.from({ length: 20 }, (_, at) => `k${at}:admin:1`)
    const add = (keyid: string) =>
      file.change(seen => withDecisions(seen, [{ keyid, state: 'revoked', at: '1' }]))
    await Promise.all(keyids.map(add))
    expect(Object.keys((await file.read()).keys).toSorted()).toEqual(keyids.toSorted())
  })

  test('that cannot be written is said, and the command goes on', async () => {
    const { context, cwd, notes } = await createContext()
    await mkdir(join(cwd, 'config'))
    await writeFile(join(cwd, 'config/kura'), '')
    await seenOf('https://a.example', context).change(keep('1'))
    expect(notes).toEqual([
      expect.stringMatching(
        /^what was seen of a\.example could not be kept in ".*": a part of its path is a file/,
      ),
    ])
  })
})

/** Creates a store whose content can be copied and replaced, as by a backup and its restore. */
function createStore() {
  let store = createMemoryStore()
  const call = <Name extends Exclude<keyof Store, 'close'>>(name: Name) =>
    ((...given: never[]) => (store[name] as (...given: never[]) => unknown)(...given)) as Store[Name]
  const open: Store = {
    ...{ read: call('read'), readMany: call('readMany'), swap: call('swap') },
    ...{ remove: call('remove'), keys: call('keys'), close: async () => undefined },
  }
  const copyOf = async (from: MemoryStore) => {
    const copy = createMemoryStore()
    for (const key of (await from.keys('')).keys) {
      const { record } = await from.read(key)
      if (record) await copy.swap(key, undefined, record)
    }
    return copy
  }
  const restore = (backup: MemoryStore) => {
    store = backup
  }
  return { open, backup: () => copyOf(store), restore }
}

/** Creates a host, and a machine with the keys of two operators in different folders. */
async function createWorld() {
  const { open, backup, restore } = createStore()
  const hostEnv: Record<string, string> = { KURA_REVOKED: 'floor:admin:1' }
  const host = await serveFunction(routesOfAdmin, { openStore: async () => open, env: hostEnv })
  const machine = async () => {
    const cwd = await temporaryDirectory()
    const deps = { cwd, now: Date.now() }
    const keyFile = async (name: string, scopes: string) => {
      const [keyid, folder] = [`${name}:${scopes}:1`, await temporaryDirectory()]
      await writeFile(join(folder, 'key.json'), keyText(host.url, keyid))
      return ['--key', join(folder, 'key.json')]
    }
    const [hana, mei] = [await keyFile('hana', 'admin'), await keyFile('mei', 'admin+approve')]
    const key = (...words: string[]) => runCommand(registerKey, ['key', ...words, ...hana], deps)
    const restored = (...words: string[]) =>
      runCommand(registerStore, ['store', 'restored', ...words, ...mei], deps)
    const enrol = async (...words: string[]) => {
      const { releaseDir, publish } = await temporaryPublisher({ now: Date.now() })
      await publish({ 'a.md': '# a\n' })
      return runCommand(registerEnrol, ['enrol', ...words, '--release', releaseDir, ...hana], deps)
    }
    const { host: address } = new URL(host.url)
    const file = join(cwd, '.kura/seen', `${encodeURIComponent(address)}.json`)
    return { key, restored, enrol, seen: async () => JSON.parse(await readFile(file, 'utf8')) }
  }
  const gaps = async () => {
    const log = createActivityLog({ store: () => open, now: Date.now })
    return (await log.page({ limit: 100 })).entries.flatMap(entry => gapOf(entry) ?? [])
  }
  return { machine, backup, restore, store: open, gaps, stopped: () => readStopped(open) }
}

describe('after a restore', () => {
  const CONFIRM = ['--write', '--by', 'Hana Mori']

  test('each call brings the end, and the key of another file revokes again', async () => {
    const { machine, backup, restore, stopped, gaps } = await createWorld()
    const { key, restored, seen } = await machine()
    await key('revoke', 'kept:admin:1')
    const yesterday = await backup()
    await key('revoke', 'lost:admin:1')
    await key('list')
    expect(await seen()).toMatchObject({ head: expect.stringMatching(/^2:/) })
    restore(yesterday)
    await key('list')
    expect(await stopped()).toMatchObject({ by: 'hana:admin:1', seq: 2 })
    expect((await seen()).head, 'the older store does not replace it').toMatch(/^2:/)
    const shown = await restored()
    expect(shown.out).toContain('the store lacks entry 2 of the activity log')
    expect(shown.out).toContain('this machine knows as revoked: kept:admin:1, lost:admin:1\n')
    expect(shown.out).toContain('nothing was changed')
    expect(await stopped()).toBeDefined()
    const { out } = await restored(...CONFIRM)
    expect(out).toContain('revoked lost:admin:1')
    expect(await stopped()).toBeUndefined()
    expect(await gaps()).toMatchObject([{ from: 2, to: 1 }])
    expect((await key('list')).out).toMatch(/lost:admin:1 .*by mei on/)
    expect((await restored('--json')).out).not.toContain('"stopped"')
  })

  test('a second restore is found, before the log is as long as it was', async () => {
    const { machine, backup, restore, stopped } = await createWorld()
    const { key, restored, seen } = await machine()
    const empty = await backup()
    for (const undo of [[], ['--undo'], [], ['--undo'], [], ['--undo']])
      await key('revoke', 'a:admin:1', ...undo)
    await key('list')
    const before = headOf(await seen())?.seq ?? 0
    restore(empty)
    await key('list')
    await restored(...CONFIRM)
    const yesterday = await backup()
    await key('revoke', 'g:admin:1')
    await key('list')
    expect(headOf(await seen())?.seq).toBeLessThan(before)
    restore(yesterday)
    await key('list')
    expect(await stopped()).toBeDefined()
  })

  test('a key that a colleague has restored is not revoked again, nor is a key of KURA_REVOKED', async () => {
    const { machine, restore, backup } = await createWorld()
    const [mine, theirs] = [await machine(), await machine()]
    await mine.key('revoke', 'lost:admin:1')
    await theirs.key('revoke', 'lost:admin:1', '--undo')
    restore(await backup())
    expect((await mine.restored(...CONFIRM)).out).toContain('this machine knows of no revoked key')
    expect((await mine.key('list')).out).toMatch(/lost:admin:1 +never +no\n/)
    expect((await mine.key('list')).out).toContain('floor:admin:1')
    expect((await mine.seen()).keys).toEqual({
      'lost:admin:1': { state: 'restored', at: expect.any(String) },
    })
  })

  test('the key that `kura enrol --force` has revoked is revoked again', async () => {
    const { machine, store } = await createWorld()
    const { enrol, restored } = await machine()
    await enrol('pc-1')
    const { record } = await store.read('enrolment/pc-1')
    const used = { claim: 'c', keyid: 'pc-1--a:device:1', at: '2026-10-01T00:00:00.000Z' }
    const value = JSON.stringify({ ...JSON.parse(record?.value ?? ''), used })
    await store.swap('enrolment/pc-1', record?.version, { value, version: 'used' })
    await enrol('pc-1', '--force')
    const revoked = await store.read('revoked')
    await store.remove('revoked', revoked.record?.version ?? '')
    expect((await restored()).out).toContain('this machine knows as revoked: pc-1--a:device:1\n')
  })
})
