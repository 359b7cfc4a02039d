/**
 * A process that dies at a given call to the outside world, before or after the call. Nothing that it does afterwards
 * has an effect. The store and the network see the same as after a `kill -9`; with `kill`, the process is really
 * killed.
 */
import { AppError } from '../../../lib/core/errors.ts'
import type { Store } from '../../../lib/core/store/store.ts'

/** The event at the call with the number `at`: the process dies, or only that call fails. */
export interface Mishap {
  readonly at: number
  readonly what: 'dies' | 'store fails'
  /** Whether the event comes before or after the effect of the call. */
  readonly when: 'before' | 'after'
}

export interface MortalProcess {
  readonly store: Store
  readonly fetch: typeof fetch
  /** Returns the number of calls to the outside world. */
  calls(): number
  /** Runs `work`. Returns `died` if the process died, else how `work` ended. */
  run<T>(work: () => Promise<T>): Promise<{ died: true } | { value: T } | { error: unknown }>
}

/** Returns every mishap at the calls 1 to `most`. */
export function everyMishap(most: number): readonly Mishap[] {
  const calls = Array.from({ length: most }, (_, index) => index + 1)
  return calls.flatMap(at =>
    (['dies', 'store fails'] as const).flatMap(what =>
      (['before', 'after'] as const).map(when => ({ at, what, when })),
    ),
  )
}

const never = () => new Promise<never>(() => undefined)

export function createMortalProcess(
  { store, fetch: reach }: { store: Store; fetch: typeof fetch },
  mishap?: Mishap,
  kill: () => unknown = () => undefined,
): MortalProcess {
  let calls = 0
  let dead = false
  let die: () => void = () => undefined
  const death = new Promise<void>(resolve => {
    die = () => {
      dead = true
      kill()
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
