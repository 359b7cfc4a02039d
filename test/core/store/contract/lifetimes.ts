/** Lifetimes of records, by the store's own time. */
import { expect, test } from 'vitest'
import { listAll } from '../../../../lib/core/store/list.ts'
import { create, freshKey, next, type Subject } from './subject.ts'

/** A day: a lifetime that does not end during a test. */
const LONG = 86_400_000

export function describeLifetimes(subject: Subject): void {
  test('a record past its lifetime is gone for read(), swap(), remove() and list()', async () => {
    const { store, pass } = subject()
    const key = freshKey()
    const version = await create(store, key, 'short', 1)
    await pass(2)
    expect((await store.read(key)).record).toBeUndefined()
    expect((await listAll(store, key)).records).toEqual([])
    expect((await store.remove(key, version)).done).toBe(false)
    expect(await store.swap(key, version, next('y'))).toMatchObject({ done: false, record: undefined })
    await create(store, key, 'new')
  })

  test('a record within its lifetime, and one without, are there', async () => {
    const { store, pass } = subject()
    const [long, endless] = [freshKey(), freshKey()]
    await create(store, long, 'long', LONG)
    await create(store, endless, 'endless')
    await pass(2)
    expect((await store.read(long)).record?.value).toBe('long')
    expect((await store.read(endless)).record?.value).toBe('endless')
  })

  test('a swap without a lifetime ends the one that the record had, and the other way round', async () => {
    const { store, pass } = subject()
    const [kept, lost] = [freshKey(), freshKey()]
    const short = await create(store, kept, 'x', LONG)
    await store.swap(kept, short, next('y'))
    const endless = await create(store, lost, 'x')
    await store.swap(lost, endless, next('y', 1))
    await pass(2)
    expect((await store.read(kept)).record?.value).toBe('y')
    expect((await store.read(lost)).record).toBeUndefined()
  })

  test.each([0.2, 0, -5])('a lifetime of %d ms is the shortest one', async ttl => {
    const { store, pass } = subject()
    const key = freshKey()
    await create(store, key, 'x', ttl)
    await pass(2)
    expect((await store.read(key)).record).toBeUndefined()
  })

  test.each([Number.NaN, Number.POSITIVE_INFINITY])(
    'a lifetime of %d is refused and writes nothing',
    async ttl => {
      const { store } = subject()
      const key = freshKey()
      await expect(store.swap(key, undefined, next('x', ttl))).rejects.toThrow(TypeError)
      expect((await store.read(key)).record).toBeUndefined()
    },
  )
}

export function describeTime(subject: Subject): void {
  test("every answer has the store's time, which does not go back", async () => {
    const { store, another, pass } = subject()
    const other = await another()
    const key = freshKey()
    const times: number[] = []
    times.push((await store.read(key)).now)
    const written = next('x')
    times.push((await other.swap(key, undefined, written)).now)
    times.push((await listAll(store, key)).now)
    times.push((await other.remove(key, written.version)).now)
    times.push((await store.swap(key, 'some-version', next('y'))).now)
    await pass(2)
    times.push((await other.read(key)).now)
    expect(times.every(Number.isSafeInteger)).toBe(true)
    expect(times).toEqual([...times].sort((one, two) => one - two))
    expect(times.at(-1)).toBeGreaterThan(times[0] ?? Number.POSITIVE_INFINITY)
    await other.close()
  })
}
