/** Compare-and-swap, and the promise that a swap can be repeated if its answer was lost. */
import { expect, test } from 'vitest'
import { listAll } from '../../../../lib/core/store/list.ts'
import type { RequiredRecord, Store } from '../../../../lib/core/store/store.ts'
import { create, freshKey, next, type Subject } from './subject.ts'

export function describeSwaps(subject: Subject): void {
  test('read() of a key that was never written answers no record', async () => {
    expect((await subject().store.read(freshKey())).record).toBeUndefined()
  })

  test('swap() with nothing expected creates the record, and read() gives it back', async () => {
    const { store } = subject()
    const key = freshKey()
    const written = next('one')
    const answer = await store.swap(key, undefined, written)
    expect(answer).toMatchObject({ done: true, record: { value: 'one', version: written.version } })
    expect((await store.read(key)).record).toStrictEqual({ value: 'one', version: written.version })
    const listed = { key, value: 'one', version: written.version }
    expect((await listAll(store, key)).records).toStrictEqual([listed])
  })

  test('swap() with nothing expected is refused if there is a record, and shows it', async () => {
    const { store } = subject()
    const key = freshKey()
    const version = await create(store, key, 'first')
    const answer = await store.swap(key, undefined, next('second'))
    expect(answer).toMatchObject({ done: false, record: { value: 'first', version } })
    expect((await store.read(key)).record).toMatchObject({ value: 'first', version })
  })

  test('swap() with the right version writes, and the version before no longer fits', async () => {
    const { store } = subject()
    const key = freshKey()
    const first = await create(store, key, 'first')
    const second = next('second')
    expect((await store.swap(key, first, second)).done).toBe(true)
    const late = await store.swap(key, first, next('third'))
    expect(late).toMatchObject({ done: false, record: { value: 'second', version: second.version } })
  })

  test('swap() with a version expected is refused if there is no record', async () => {
    const answer = await subject().store.swap(freshKey(), 'some-version', next('x'))
    expect(answer).toMatchObject({ done: false, record: undefined })
  })

  test('swap() that requires another record is done only while that has the version, or is absent', async () => {
    const { store } = subject()
    const [key, other] = [freshKey(), freshKey()]
    const version = await create(store, other, 'required')
    const swap = (requires: RequiredRecord, expected?: string) =>
      store.swap(key, expected, { ...next('x'), requires })
    for (const requires of [
      { key: other, version: 'another' },
      { key: other, version: undefined },
      { key: freshKey(), version },
    ])
      expect(await swap(requires)).toMatchObject({ done: false, record: undefined })
    expect((await store.read(key)).record).toBeUndefined()
    const first = await swap({ key: other, version })
    expect(first).toMatchObject({ done: true })
    const refused = await swap({ key: other, version: undefined }, first.record?.version)
    expect(refused, 'the record as it is').toMatchObject({ done: false, record: first.record })
    expect(await swap({ key: freshKey(), version: undefined }, first.record?.version)).toMatchObject({
      done: true,
    })
  })

  test('swap() writes other records in the same step, or nothing if one of them has another version', async () => {
    const { store } = subject()
    const [key, other, fresh] = [freshKey(), freshKey(), freshKey()]
    const version = await create(store, other, 'before')
    const swap = (expected: string | undefined, requires?: RequiredRecord) =>
      store.swap(key, undefined, {
        ...next('x'),
        open: true,
        durable: true,
        requires,
        also: [
          { key: other, expected, value: 'after\nall' },
          { key: fresh, expected: undefined, value: 'new' },
        ],
      })
    const required = { key: freshKey(), version }
    for (const refused of [await swap('another'), await swap(undefined), await swap(version, required)])
      expect(refused).toMatchObject({ done: false, record: undefined })
    expect((await store.readMany([key, other, fresh])).records).toMatchObject([
      undefined,
      { value: 'before', version },
      undefined,
    ])
    const done = await swap(version, { key: required.key, version: undefined })
    expect(done).toMatchObject({ done: true, record: { value: 'x' } })
    const written = done.record?.version
    expect((await store.readMany([key, other, fresh])).records).toMatchObject([
      { value: 'x', version: written },
      { value: 'after\nall', version: written },
      { value: 'new', version: written },
    ])
    expect((await listAll(store, fresh)).records).toMatchObject([{ value: 'new' }])
    expect((await listAll(store, key, { open: true })).records).toMatchObject([{ value: 'x' }])
    expect((await listAll(store, other, { open: true })).records).toEqual([])
  })

  test('remove() with the right version removes, and the key can be created again', async () => {
    const { store } = subject()
    const key = freshKey()
    const version = await create(store, key, 'x')
    expect((await store.remove(key, version)).done).toBe(true)
    expect((await store.read(key)).record).toBeUndefined()
    await create(store, key, 'y')
  })

  test('remove() is refused with another version, if there is no record, and when repeated', async () => {
    const { store } = subject()
    const key = freshKey()
    expect((await store.remove(key, 'some-version')).done).toBe(false)
    const version = await create(store, key, 'x')
    expect((await store.remove(key, 'some-version')).done).toBe(false)
    expect((await store.read(key)).record?.value).toBe('x')
    expect((await store.remove(key, version)).done).toBe(true)
    expect((await store.remove(key, version)).done).toBe(false)
  })

  test('what one handle wrote the other reads at once', async () => {
    const { store, another } = subject()
    const other = await another()
    const key = freshKey()
    const version = await create(store, key, 'from one')
    expect((await other.read(key)).record).toMatchObject({ value: 'from one', version })
    expect((await other.swap(key, version, next('from the other'))).done).toBe(true)
    expect((await store.read(key)).record?.value).toBe('from the other')
    await other.close()
  })
}

/** The answers to durable swaps. Not every store can confirm them. */
export function describeDurability(subject: Subject, { confirms }: { confirms: boolean }): void {
  test('a durable swap() writes, and says whether a failover can still undo it', async () => {
    const { store } = subject()
    const key = freshKey()
    const mine = { ...next('x'), durable: true }
    expect(await store.swap(key, undefined, mine)).toMatchObject({ done: true, confirmed: confirms })
    expect((await store.read(key)).record?.value).toBe('x')
    expect(await store.swap(key, undefined, mine)).toMatchObject({ done: true, confirmed: confirms })
  })

  test('a durable swap() that is refused confirms nothing, and neither does any other swap', async () => {
    const { store } = subject()
    const key = freshKey()
    await create(store, key, 'x')
    expect(await store.swap(key, undefined, { ...next('y'), durable: true })).not.toHaveProperty('confirmed')
    expect(await store.swap(freshKey(), undefined, next('z'))).not.toHaveProperty('confirmed')
  })
}

/** A repeated swap answers that it was done, and changes nothing, whatever happened in between. */
export function describeLostAnswers(subject: Subject): void {
  const rows: {
    name: string
    meanwhile: (store: Store, key: string, version: string) => Promise<unknown>
  }[] = [
    { name: 'nothing', meanwhile: async () => undefined },
    { name: 'another write', meanwhile: (store, key, version) => store.swap(key, version, next('other')) },
    {
      name: 'a hundred other writes',
      meanwhile: async (store, key, version) => {
        let expected = version
        for (let count = 0; count < 100; count += 1) {
          const written = next(`${count}`)
          await store.swap(key, expected, written)
          expected = written.version
        }
      },
    },
    { name: 'a removal', meanwhile: (store, key, version) => store.remove(key, version) },
    {
      name: 'a removal and a new record',
      meanwhile: async (store, key, version) => {
        await store.remove(key, version)
        await store.swap(key, undefined, next('reborn'))
      },
    },
  ]
  test.each(rows)('a repeated swap() says done and changes nothing after $name', async ({ meanwhile }) => {
    const { store } = subject()
    const key = freshKey()
    const expected = await create(store, key, 'before')
    const mine = next('mine')
    expect((await store.swap(key, expected, mine)).done).toBe(true)
    await meanwhile(store, key, mine.version)
    const before = await store.read(key)
    const repeated = await store.swap(key, expected, mine)
    expect(repeated.done).toBe(true)
    expect(repeated.record).toEqual(before.record)
    expect((await store.read(key)).record).toEqual(before.record)
  })

  test('a repeated swap() that created a record says done after the record has expired', async () => {
    const { store, pass } = subject()
    const key = freshKey()
    const mine = next('short', 1)
    expect((await store.swap(key, undefined, mine)).done).toBe(true)
    await pass(2)
    expect(await store.swap(key, undefined, mine)).toMatchObject({ done: true, record: undefined })
    expect((await store.read(key)).record).toBeUndefined()
  })

  test('a swap() that was refused and is sent again is decided again', async () => {
    const { store } = subject()
    const key = freshKey()
    const version = await create(store, key, 'x')
    const mine = next('mine')
    expect((await store.swap(key, undefined, mine)).done).toBe(false)
    await store.remove(key, version)
    expect((await store.swap(key, undefined, mine)).done).toBe(true)
  })

  test('a version written to one key says nothing about another key', async () => {
    const { store } = subject()
    const written = next('x')
    await store.swap(freshKey(), undefined, written)
    const elsewhere = freshKey()
    expect((await store.swap(elsewhere, 'some-version', written)).done).toBe(false)
    expect((await store.swap(elsewhere, undefined, written)).done).toBe(true)
  })
}
