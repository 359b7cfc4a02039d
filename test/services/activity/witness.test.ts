/** A witness is the end of the log that a client saw earlier; it shows whether the store has been set back since. */
import { describe, expect, test } from 'vitest'
import { confirmRestored, readStopped } from '../../../lib/core/store/stopped.ts'
import type { Witness } from '../../../lib/services/activity/contract-schemas.ts'
import { createActivityLog } from '../../../lib/services/activity/log.ts'
import {
  checkWitness,
  newestWitness,
  readWitnesses,
  witnessText,
} from '../../../lib/services/activity/witness.ts'
import { createMemoryStore } from '../../helpers/memory-store.ts'

const HOUR = 3_600_000
const SECRETS = [1, 2].map(epoch => ({ epoch: String(epoch), secret: Buffer.alloc(32, epoch) }))

async function createWorld(count: number) {
  const time = { now: Date.parse('2026-10-01T00:00:00Z') }
  const now = () => time.now
  const store = createMemoryStore({ now })
  const append = async (many: number) => {
    const log = createActivityLog({ store: () => store, now })
    for (let at = 0; at < many; at++) {
      time.now += HOUR
      await log.append({ by: 'x', act: 'x', endpoint: 'x', what: {}, status: 200, request: `${time.now}` })
    }
  }
  await append(count)
  const check = (witness: Witness | undefined, mayStore = true) =>
    checkWitness(witness, { store, by: 'hana:admin:1', mayStore })
  const lose = async (from: number, to: number) => {
    for (let seq = from; seq <= to; seq++) {
      const key = `activity/entry/${String(seq).padStart(10, '0')}`
      await store.remove(key, (await store.read(key)).record?.version ?? '')
    }
  }
  const newest = async () => (await newestWitness(store)) as Witness
  return { time, store, append, check, lose, newest }
}

describe('checkWitness()', () => {
  test('costs one command, and hands out a newer end', async () => {
    const { store, append, check, newest } = await createWorld(20)
    const seen = await newest()
    await append(5)
    const before = { ...store.calls }
    expect(await check(seen)).toMatchObject({ seq: 25 })
    expect(store.calls).toEqual({ ...before, readMany: before.readMany + 1 })
    expect(await check(undefined), 'without a witness').toMatchObject({ seq: 25 })
    expect(await readStopped(store)).toBeUndefined()
  })

  test('stops all acts if the store lacks the entry, or has another one', async () => {
    for (const again of [0, 5]) {
      const { store, append, check, lose, newest } = await createWorld(20)
      const seen = await newest()
      await lose(18, 20)
      await append(again)
      expect(await check(seen, false)).toBeUndefined()
      expect(await readStopped(store), 'a preview writes nothing').toBeUndefined()
      expect(await check(seen)).toBeUndefined()
      expect(await readStopped(store)).toMatchObject({ by: 'hana:admin:1', ...seen })
    }
  })

  test('expects nothing that was seen before a person confirmed the store', async () => {
    const { store, append, check, lose, newest, time } = await createWorld(20)
    const seen = await newest()
    await lose(18, 20)
    await check(seen)
    const stopped = await readStopped(store)
    await confirmRestored({ by: 'hana', since: stopped?.since }, store)
    expect(await check(seen), 'the end, although the head is behind').toMatchObject({ seq: 17 })
    expect(await readStopped(store)).toBeUndefined()
    time.now += HOUR
    await append(3)
    const later = await newest()
    await lose(20, 20)
    expect(await check(later)).toBeUndefined()
    expect(await readStopped(store)).toMatchObject({ seq: 20 })
  })
})

describe('a witness', () => {
  const witness = { seq: 7, digest: 'a'.repeat(64), at: '2026-10-01T00:00:00.000Z' }
  const text = witnessText(witness, SECRETS) ?? ''

  test('is read as it was handed out, as long as its epoch is valid', () => {
    expect(readWitnesses(text, SECRETS)).toEqual([witness])
    expect(readWitnesses(`a\n\`${text}\`\nb`, SECRETS.toReversed())).toEqual([witness])
    expect(readWitnesses(text, SECRETS.slice(1))).toEqual([])
  })

  test.each([
    '',
    'none',
    text.replace('7:', '8:'),
    text.replace('10-01', '11-01'),
    `${text.slice(0, -1)}A`,
    `${text}a`,
  ])('nobody else makes one: %s', given => expect(readWitnesses(given, SECRETS)).toEqual([]))
})
