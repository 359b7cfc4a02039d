/** What the parts of the store contract share: the store under test, and records that no other test touches. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Store } from '../../../../lib/core/store/store.ts'

export interface StoreUnderTest {
  readonly store: Store
  /** The same store through another handle, as another process would have it. */
  another(): Promise<Store>
  /** Returns when at least that much of the store's own time has passed. */
  pass(milliseconds: number): Promise<void>
  close(): Promise<void>
}

/** Gives the store once it is open. */
export type Subject = () => StoreUnderTest

/** A key that no other test uses. */
export function freshKey(): string {
  return `test/${randomUUID()}`
}

/** What a swap writes, with a version of its own. */
export function next(value: string, ttl?: number) {
  return { value, version: randomUUID(), ttl }
}

/** Writes a record that does not exist yet and returns its version. */
export async function create(store: Store, key: string, value: string, ttl?: number): Promise<string> {
  const written = next(value, ttl)
  expect(await store.swap(key, undefined, written)).toMatchObject({ done: true })
  return written.version
}
