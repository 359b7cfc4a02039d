/** Changing a claim by a pure transition; a case that the change opens is marked first (`open-cases.ts`). */
import type { Store } from '../store/store.ts'
import type { LoadingFormat, UpdateOptions } from '../store/update.ts'
import { type Claim, isOpen, type Moment } from './claim.ts'
import { updateMarked } from './marked-update.ts'

/** A pure transition of a claim, and what the caller gets of it; without a claim nothing is stored. */
export type Decide<Result, R> = (
  current: Claim<Result> | undefined,
  at: Moment,
) => { readonly claim: Claim<Result> | undefined; readonly result: R }

export interface ChangeDeps<Result> {
  readonly store: Store
  readonly keyOf: (name: string) => string
  readonly format: LoadingFormat<Claim<Result>>
  readonly describe: (name: string) => string
  readonly mark: (name: string) => Promise<number>
  /** Whether there may be something to do about a case with this claim. */
  readonly mayBeOpen: (claim: Claim<Result>) => boolean
}

/** Changes the claim of a case. `durable` is for a claim that stands just before an irreversible call. */
export type ChangeClaim<Result> = <R>(
  name: string,
  decide: Decide<Result, R>,
  durable?: boolean,
) => Promise<R>

export function createChange<Result>(deps: ChangeDeps<Result>, options: UpdateOptions): ChangeClaim<Result> {
  const { store, keyOf, format, describe, mark, mayBeOpen } = deps
  return <R>(name: string, decide: Decide<Result, R>, durable = false): Promise<R> =>
    updateMarked<Claim<Result>, R>(
      store,
      {
        key: keyOf(name),
        format,
        transition(current, now) {
          const { claim, result } = decide(current, { now, subject: describe(name) })
          return claim === undefined || claim === current ? { keep: true, result } : { write: claim, result }
        },
        // a claim that is open by itself has its mark; of one that only may be, nobody knows
        opens: (current, claim) => mayBeOpen(claim) && !(current && isOpen(current)),
        mark: () => mark(name),
      },
      { ...options, durable },
    )
}
