/** Journals of token answers: on the disk and in the log. */
import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CREDENTIAL_KEY, UNSTORED_KEY } from '../../../../../lib/services/accounting/tokens/schema.ts'
import {
  createFileJournal,
  createLogJournal,
  readLogLine,
} from '../../../../../lib/services/accounting/tokens/storing/journal.ts'
import { OUTAGE } from '../../../../helpers/memory-store.ts'
import { temporaryDirectory } from '../../../../helpers/temporary-directory.ts'
import { createWorld, LIFETIME, type World } from '../world.ts'
import { createLog } from './lost-store.ts'

describe('createFileJournal()', () => {
  const answer = {
    generation: 2,
    operation: 'op-2',
    follows: 'op-1',
    client: 'id',
    pair: 'seal1.1.x',
    accessExpiresAt: 2,
    issuedAt: 1,
    scopes: ['read'],
    by: 'one',
  }

  test('keeps each answer in a private file until it is settled, the newest first', async () => {
    const folder = join(await temporaryDirectory(), 'answers')
    const journal = createFileJournal(folder)
    expect((await journal.kept()).answers).toEqual([])
    const later = { ...answer, operation: 'op-b', issuedAt: 9 }
    await journal.received(answer)
    await journal.received(later)
    await journal.unstored(later)
    expect((await createFileJournal(folder).kept()).answers).toEqual([later, answer])
    const [name = ''] = await readdir(folder)
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
    await journal.settled(later)
    await journal.settled(answer)
    expect(await readdir(folder)).toEqual([])
  })

  test('ignores what is not its own, and a half-written file of a crash', async () => {
    const folder = await temporaryDirectory()
    await writeFile(join(folder, '.3f.tmp'), '{"gen')
    await writeFile(join(folder, 'store.db'), '')
    expect(await createFileJournal(folder).kept()).toEqual({ answers: [], unreadable: [] })
  })

  test('names a file that is no answer, and gives the others', async () => {
    const folder = await temporaryDirectory()
    const journal = createFileJournal(folder)
    await journal.received(answer)
    await writeFile(join(folder, 'accounting-3-op.json'), '{"generation":3')
    await writeFile(join(folder, 'accounting-4-op.json'), '{"generation":4}')
    const { answers, unreadable } = await journal.kept()
    expect(answers).toEqual([answer])
    expect(unreadable.toSorted()).toEqual(['accounting-3-op.json', 'accounting-4-op.json'])
  })
})

test('readLogLine() reads the line that createLogJournal() writes', async () => {
  const { lines, journal } = createLog()
  const answer = {
    generation: 2,
    operation: 'op',
    client: 'id',
    pair: 'seal1.1.x',
    accessExpiresAt: 2,
    issuedAt: 1,
    scopes: [],
    by: 'one',
  }
  await journal.received(answer)
  await journal.settled(answer)
  expect(lines).toEqual([])
  await journal.unstored(answer)
  let line = lines[0] ?? ''
  for (let wrapped = 0; wrapped < 4; wrapped += 1) {
    expect(readLogLine(line)).toEqual(answer)
    line = JSON.stringify({ level: 'info', message: line })
  }
  expect((await journal.kept()).answers).toEqual([])
})

/** A store that refuses to write the credential as soon as `refuses` is set. */
function refusing({ store }: World) {
  const state = { refuses: false }
  const swap: typeof store.swap = (key, ...others) =>
    state.refuses && key === CREDENTIAL_KEY ? Promise.reject(OUTAGE.error) : store.swap(key, ...others)
  return { state, store: { ...store, swap } }
}

/** A credential whose newest pair was put aside, because the store refused the write. */
async function asideWorld() {
  const world = await createWorld()
  world.advance(LIFETIME)
  const { state, store } = refusing(world)
  const tokenEndpoint: typeof fetch = async (...request) => {
    const response = await fetch(...request)
    state.refuses = true
    return response
  }
  const journal = createLogJournal(() => undefined)
  const refresh = world.tokens({ store, journal, fetch: tokenEndpoint }).accessToken()
  await expect(refresh).rejects.toMatchObject({
    code: 'store_unavailable',
    message: 'Cannot store the new accounting token: the store does not answer',
    hint: 'the sealed answer was put aside: put it back with kura accounting recover',
  })
  world.advance(65_000)
  world.notes.length = 0
  return world
}

describe('an answer that was put aside', () => {
  test('is written so that no failover undoes it', async () => {
    const { store } = await asideWorld()
    expect(store.durable).toContain(UNSTORED_KEY)
  })

  test('is stored by the next instance, which says so and keeps it no longer', async () => {
    const world = await asideWorld()
    await world.tokens({ journal: createLogJournal(() => undefined) }).accessToken()
    expect(world.notes[0]).toEqual({ event: 'token_recovered', facts: { generation: 2, by: 'test' } })
    expect((await world.store.read(UNSTORED_KEY)).record).toBeUndefined()
    expect(world.counts.rotations).toBe(1)
  })

  test('keeps the old token from being spent while the store does not take it', async () => {
    const world = await asideWorld()
    const { state, store } = refusing(world)
    const claims: typeof store.swap = async (...given) => {
      const answer = await store.swap(...given)
      state.refuses = true
      return answer
    }
    const journal = createLogJournal(() => undefined)
    const next = world.tokens({ store: { ...store, swap: claims }, journal }).accessToken()
    await expect(next).rejects.toMatchObject({ code: 'store_unavailable' })
    expect(world.counts.rotations).toBe(1)
  })
})
