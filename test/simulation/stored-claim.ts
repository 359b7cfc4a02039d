/** Reads the stored claim of a world's case. */
import type { SimulatedStore } from './store.ts'

export interface StoredClaim<Result> {
  readonly state: string
  readonly operation?: string
  readonly body?: string
  readonly result?: Result
  readonly strays?: readonly { readonly result?: Result }[]
}

/** Returns the claim under `key`; its state is `none` if there is no claim. */
export function storedClaim<Result>(store: SimulatedStore, key: string): StoredClaim<Result> {
  const text = store.record(key)
  return text === undefined ? { state: 'none' } : JSON.parse(text)
}

/** Returns the operation of the claim that a person is shown. */
export function shownOperation(store: SimulatedStore, key: string): string {
  return storedClaim(store, key).operation ?? 'none'
}

/**
 * Returns the fault if the store's index of open records does not contain the case while it is open, or contains it
 * while it is not.
 */
export function brokenIndex(store: SimulatedStore, key: string): string | undefined {
  const { state, strays = [] } = storedClaim(store, key)
  const isOpen = strays.length > 0 || !['none', 'done', 'refused'].includes(state)
  if (isOpen === store.isOpen(key)) return undefined
  return `the case is ${state}, and is ${isOpen ? 'not ' : ''}in the index of open work`
}
