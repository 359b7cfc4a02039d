/**
 * A process that dies at a given call to the outside world: before the call or after it, and nothing it does afterwards
 * reaches anyone. Store and network see what they would see of a `kill -9` there.
 */
import { AppError } from '../../../lib/core/errors.ts'
import type { Store } from '../../../lib/core/store/store.ts'

/** What happens at the `at`th call to the outside: the process dies, or that one call fails and it lives on. */
export interface Mishap {
  readonly at: number
  readonly what: 'dies' | 'store fails'
  /** Whether the call is carried out. */
  readonly when: 'before' | 'after'
}

export interface MortalProcess {
  readonly store: Store
  readonly fetch: typeof fetch
  /** How many calls to the outside were made. */
  calls(): number
  /** What `work` came to: `died`, or how it ended. */
  run<T>(work: () => Promise<T>): Promise<{ died: true } | { value: T } | { error: unknown }>
}

const never = () => new Promise<never>(() => undefined)

export function createMortalProcess(
  { store, fetch: reach }: { store: Store; fetch: typeof fetch },
  mishap?: Mishap,
): MortalProcess {
  let calls = 0
  let dead = false
  let die: () => void = () => undefined
  const death = new Promise<void>(resolve => {
    die = () => {
      dead = true
      resolve()
    }
  })

  async function outside<A>(kind: 'store' | 'network', call: () => Promise<A>): Promise<A> {
    if (dead) return never()
    calls += 1
    if (calls !== mishap?.at || (mishap.what === 'store fails' && kind === 'network')) return call()
    if (mishap.when === 'after') await call()
    if (mishap.what === 'store fails')
      throw new AppError('store_unavailable', 'Cannot reach the store: it failed in the test')
    die()
    return never()
  }

  return {
    store: {
      read: key => outside('store', () => store.read(key)),
      readMany: keys => outside('store', () => store.readMany(keys)),
      swap: (key, expected, next) => outside('store', () => store.swap(key, expected, next)),
      remove: (key, expected) => outside('store', () => store.remove(key, expected)),
      keys: (prefix, page) => outside('store', () => store.keys(prefix, page)),
      close: () => store.close(),
    },
    fetch: (input, init) => outside('network', () => reach(input, init)),
    calls: () => calls,
    run: async work => {
      const ended = work().then(
        value => ({ value }),
        (error: unknown) => ({ error }),
      )
      return Promise.race([ended, death.then(() => ({ died: true }) as const)])
    },
  }
}
