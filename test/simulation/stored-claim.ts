/** The claim of a world's case as its store has it. */
import type { SimulatedStore } from './store.ts'

export interface StoredClaim<Result> {
  readonly state: string
  readonly operation?: string
  readonly body?: string
  readonly result?: Result
  readonly strays?: readonly { readonly result?: Result }[]
}

/** The claim under `key`; its state is `none` if there is none. */
export function storedClaim<Result>(store: SimulatedStore, key: string): StoredClaim<Result> {
  const text = store.records().get(key)
  return text === undefined ? { state: 'none' } : JSON.parse(text)
}

/** The operation of the claim as a person sees it. */
export function shownOperation(store: SimulatedStore, key: string): string {
  return storedClaim(store, key).operation ?? 'none'
}

/** Says whether the case is open and nobody would find it without reading all cases. */
export function brokenMark(store: SimulatedStore, key: string): string | undefined {
  const { state, strays = [] } = storedClaim(store, key)
  const isOpen = strays.length > 0 || !['none', 'done', 'refused'].includes(state)
  return isOpen && !isMarked(store, key) ? `the case is ${state}, and has no mark` : undefined
}

function isMarked(store: SimulatedStore, key: string): boolean {
  const [, kind = '', name = ''] = /^claim\/([^/]+)\/(.*)$/.exec(key) ?? []
  const records = [...store.records()].filter(([marks]) => marks.startsWith(`open/${kind}/`))
  return records.some(([, marks]) => decodeURIComponent(name) in JSON.parse(marks))
}
