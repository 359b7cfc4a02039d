import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { backup, DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { hasCode, messageOf } from '../../../lib/core/errors.ts'
import { openEmbeddedStore } from '../../../lib/core/store/embedded.ts'
import { listAll } from '../../../lib/core/store/list.ts'
import type { Store } from '../../../lib/core/store/store.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'
import { describeStore } from './contract/describe.ts'

describeStore('openEmbeddedStore()', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'kura-store-'))
  const file = join(directory, 'store.db')
  const clock = { ahead: 0 }
  const now = () => Date.now() + clock.ahead
  const store = openEmbeddedStore(file, { now })
  return {
    store,
    another: async () => openEmbeddedStore(file, { now }),
    async pass(milliseconds) {
      clock.ahead += milliseconds
    },
    async close() {
      await store.close()
      await rm(directory, { recursive: true })
    },
  }
})

/** Opens a store whose clock stays at 1,000,000 until the test moves it. */
async function openAtClock() {
  const file = join(await temporaryDirectory(), 'store.db')
  const clock = { now: 1_000_000 }
  return { file, clock, store: openEmbeddedStore(file, { now: () => clock.now }) }
}

/** Returns the number of rows of a table, including expired ones. */
function countRows(file: string, table: string): unknown {
  const database = new DatabaseSync(file, { readOnly: true })
  const row = database.prepare(`select count(*) as count from ${table}`).get()
  database.close()
  return row?.['count']
}

function write(store: Store, key: string, version: string, ttl?: number) {
  return store.swap(key, undefined, { value: key, version, ttl })
}

describe('the lifetime in the file', () => {
  test('a record lives until its last millisecond and is gone at its end', async () => {
    const { store, clock } = await openAtClock()
    await write(store, 'a', 'v1', 1_000)
    clock.now += 999
    expect((await store.read('a')).record?.value).toBe('a')
    clock.now += 1
    expect((await store.read('a')).record).toBeUndefined()
    await store.close()
  })

  test('a version is remembered for sixty seconds after others wrote, and then forgotten', async () => {
    const { store, clock } = await openAtClock()
    await write(store, 'a', 'v1')
    await store.swap('a', 'v1', { value: 'later', version: 'v2' })
    clock.now += 59_999
    await write(store, 'elsewhere', 'v3')
    expect((await write(store, 'a', 'v1')).done).toBe(true)
    clock.now += 1
    await write(store, 'elsewhere', 'v4')
    await store.swap('elsewhere', 'v3', { value: 'x', version: 'v5' })
    expect((await write(store, 'a', 'v1')).done).toBe(false)
    await store.close()
  })

  test('each write removes some of the rows that are past their time, so that the file does not grow', async () => {
    const { store, clock, file } = await openAtClock()
    for (let count = 0; count < 150; count += 1) await write(store, `short/${count}`, `v${count}`, 10)
    expect(countRows(file, 'record')).toBe(150)
    clock.now += 60_000
    await write(store, 'a', 'va')
    expect([countRows(file, 'record'), countRows(file, 'swap')]).toEqual([51, 51])
    await write(store, 'b', 'vb')
    expect([countRows(file, 'record'), countRows(file, 'swap')]).toEqual([2, 2])
    await store.close()
  })
})

describe('the file', () => {
  test('is made with its folder, for its owner only, and so are its companions', async () => {
    const folder = join(await temporaryDirectory(), 'new', 'folder')
    const store = openEmbeddedStore(join(folder, 'store.db'))
    await write(store, 'a', 'v1')
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    for (const name of await readdir(folder))
      expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
    await store.close()
  })

  test('that others could read is closed to them when it is opened', async () => {
    const file = join(await temporaryDirectory(), 'store.db')
    await writeFile(file, '', { mode: 0o644 })
    await openEmbeddedStore(file).close()
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  test('keeps its records when it is closed and opened again', async () => {
    const { store, file } = await openAtClock()
    await write(store, 'a', 'v1')
    await store.close()
    await store.close()
    const again = openEmbeddedStore(file)
    expect((await again.read('a')).record).toMatchObject({ value: 'a', version: 'v1' })
    await again.close()
  })

  test('has a write-ahead log', async () => {
    const { store, file } = await openAtClock()
    const database = new DatabaseSync(file)
    expect(database.prepare('pragma journal_mode').get()).toEqual({ journal_mode: 'wal' })
    database.close()
    await store.close()
  })

  test('can be copied while it is in use, as the README says', async () => {
    const { store, file } = await openAtClock()
    await write(store, 'a', 'v1')
    const database = new DatabaseSync(file)
    await backup(database, `${file}.backup`)
    database.close()
    await store.swap('a', 'v1', { value: 'after the backup', version: 'v2' })
    const restored = openEmbeddedStore(`${file}.backup`)
    expect((await restored.read('a')).record).toMatchObject({ value: 'a', version: 'v1' })
    await restored.close()
    await store.close()
  })
})

describe('a fault of the file', () => {
  const rows: { name: string; make: (file: string) => Promise<unknown> }[] = [
    { name: 'a folder is in its place', make: file => mkdir(file) },
    { name: 'it is no database', make: file => writeFile(file, 'x'.repeat(10_000)) },
    { name: 'a file is in the place of its folder', make: file => writeFile(join(file, '..', 'folder'), '') },
  ]
  test.each(rows)(
    'is store_unavailable with its cause and without the path: $name',
    async ({ name, make }) => {
      const directory = await temporaryDirectory()
      await make(join(directory, 'store.db'))
      const file = name.includes('its folder')
        ? join(directory, 'folder', 'store.db')
        : join(directory, 'store.db')
      const error = caught(() => openEmbeddedStore(file))
      expect(hasCode(error, 'store_unavailable')).toBe(true)
      expect(error).toHaveProperty('cause', expect.any(Error))
      expect(messageOf(error)).not.toContain(directory)
    },
  )

  test.each([
    { name: 'at its beginning, which is found when it is opened', from: 0 },
    { name: 'in the middle, which is found by a call', from: 4096 },
  ])('says how to restore it: it is damaged $name', async ({ from }) => {
    const { store, file } = await openAtClock()
    for (let number = 0; number < 200; number++) await write(store, `key ${number}`.repeat(20), 'v1')
    await store.close()
    const damaged = await readFile(file)
    await writeFile(file, damaged.fill('x', from))
    const work = async () => {
      const opened = openEmbeddedStore(file)
      await listAll(opened, '').finally(() => opened.close())
    }
    await expect(work()).rejects.toMatchObject({
      code: 'store_unavailable',
      hint: expect.stringMatching(
        /is damaged: .*copy the last backup to its place.*lib\/core\/store\/README\.md/,
      ),
    })
  })

  test('during a call is store_unavailable, and the next call works once it is over', async () => {
    const { store, file } = await openAtClock()
    const database = new DatabaseSync(file)
    database.exec("create trigger broken before insert on record begin select raise(abort, 'the disk'); end")
    await expect(write(store, 'a', 'v1')).rejects.toMatchObject({
      code: 'store_unavailable',
      message: 'Cannot write the record "a": the disk',
      cause: expect.any(Error),
    })
    database.exec('drop trigger broken')
    database.close()
    expect((await write(store, 'a', 'v1')).done).toBe(true)
    await store.close()
  })

  test('after close() every call is store_unavailable', async () => {
    const { store } = await openAtClock()
    await store.close()
    const calls = [store.read('a'), write(store, 'a', 'v1'), store.remove('a', 'v1'), listAll(store, '')]
    for (const call of calls) await expect(call).rejects.toMatchObject({ code: 'store_unavailable' })
  })
})

function caught(work: () => unknown): unknown {
  try {
    return work()
  } catch (error) {
    return error
  }
}

/** Starts a process that counts in the store and prints each number after the store has acknowledged it. */
function startCounter(file: string, worker: string) {
  const program = join(import.meta.dirname, 'counter-process.ts')
  const child = spawn(process.execPath, [program, file, worker], { stdio: ['ignore', 'pipe', 'pipe'] })
  const lines = createInterface({ input: child.stdout })
  const warnings: string[] = []
  child.stderr.on('data', chunk => warnings.push(String(chunk)))
  return { child, lines, warnings, ended: once(child, 'close') }
}

/** Runs a counter until it has printed `wanted` numbers, kills it, and returns all the printed numbers. */
async function countAndKill(file: string, worker: string, wanted: number): Promise<number[]> {
  const { child, lines, warnings, ended } = startCounter(file, worker)
  const said: number[] = []
  lines.on('line', line => {
    said.push(Number(line))
    if (said.length === wanted) child.kill('SIGKILL')
  })
  await ended
  expect(warnings).toEqual([])
  expect(said.length).toBeGreaterThanOrEqual(wanted)
  return said
}

describe('several processes', () => {
  test('that count in one record and are killed at any time lose nothing that was acknowledged', async () => {
    const file = join(await temporaryDirectory(), 'folder', 'store.db')
    const counted = await Promise.all(
      ['a', 'b', 'c'].map(async worker => {
        let last = 0
        for (const wanted of [7, 23, 1, 12]) {
          const [first = 0, ...others] = await countAndKill(file, worker, wanted)
          // the killed process may have stored one more number before it could print it
          expect([last + 1, last + 2]).toContain(first)
          expect(others).toEqual(others.map((_, index) => first + index + 1))
          last = others.at(-1) ?? first
        }
        return { worker, last }
      }),
    )
    const store = openEmbeddedStore(file)
    const counts = JSON.parse((await store.read('counts')).record?.value ?? '{}')
    for (const { worker, last } of counted) expect([last, last + 1]).toContain(counts[worker])
    await store.close()
  })
})
