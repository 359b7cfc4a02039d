/** Changing a claim by a pure transition; a case that the change opens is marked first (`open-cases.ts`). */
import type { Store } from '../store/store.ts'
import { type RecordFormat, type UpdateOptions, update } from '../store/update.ts'
import { type Claim, isOpen, type Moment } from './claim.ts'

/** A pure transition of a claim, and what the caller gets of it; without a claim nothing is stored. */
export type Decide<Result, R> = (
  current: Claim<Result> | undefined,
  at: Moment,
) => { readonly claim: Claim<Result> | undefined; readonly result: R }

export interface ChangeDeps<Result> {
  readonly store: Store
  readonly keyOf: (name: string) => string
  readonly format: RecordFormat<Claim<Result>>
  readonly describe: (name: string) => string
  readonly mark: (name: string) => Promise<void>
}

interface Attempt<Result, R> {
  readonly decide: Decide<Result, R>
  readonly durable: boolean
  readonly isMarked: boolean
}

/** A change that opens a case whose mark is not made yet. */
const UNMARKED = Symbol('unmarked')

/** Changes the claim of a case. `durable` is for a claim that stands just before an irreversible call. */
export type ChangeClaim<Result> = <R>(
  name: string,
  decide: Decide<Result, R>,
  durable?: boolean,
) => Promise<R>

export function createChange<Result>(deps: ChangeDeps<Result>, options: UpdateOptions): ChangeClaim<Result> {
  const attempt = <R>(name: string, { decide, durable, isMarked }: Attempt<Result, R>) =>
    update<Claim<Result>, R | typeof UNMARKED>(
      deps.store,
      {
        key: deps.keyOf(name),
        format: deps.format,
        transition(current, now) {
          const { claim, result } = decide(current, { now, subject: deps.describe(name) })
          if (claim === undefined || claim === current) return { keep: true, result }
          const opens = isOpen(claim) && !(current && isOpen(current))
          return opens && !isMarked ? { keep: true, result: UNMARKED } : { write: claim, result }
        },
      },
      { ...options, durable },
    )
  return async <R>(name: string, decide: Decide<Result, R>, durable = false): Promise<R> => {
    const first = await attempt(name, { decide, durable, isMarked: false })
    if (first !== UNMARKED) return first
    await deps.mark(name)
    return (await attempt(name, { decide, durable, isMarked: true })) as R
  }
}
