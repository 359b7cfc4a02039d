/** Shared by the parts of the store's contract: the store under test, and records that no other test uses. */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Store } from '../../../../lib/core/store/store.ts'

export interface StoreUnderTest {
  readonly store: Store
  /** Opens the same store once more, as another process would. */
  another(): Promise<Store>
  /** Returns when at least that much of the store's own time has passed. */
  pass(milliseconds: number): Promise<void>
  close(): Promise<void>
}

/** Returns the store after it was opened. */
export type Subject = () => StoreUnderTest

/** Returns a key that no other test uses. */
export function freshKey(): string {
  return `test/${randomUUID()}`
}

/** Returns the arguments of a swap, with a new version. */
export function next(value: string, ttl?: number) {
  return { value, version: randomUUID(), ttl }
}

/** Writes a record that does not exist yet and returns its version. */
export async function create(store: Store, key: string, value: string, ttl?: number): Promise<string> {
  const written = next(value, ttl)
  expect(await store.swap(key, undefined, written)).toMatchObject({ done: true })
  return written.version
}
