/** Limits work, because a regular expression may need years for an address. Ended work leaves out its rule. */
import { isNativeError } from 'node:util/types'
import { createContext, Script } from 'node:vm'
import type { Attempt } from '../follow-rules.ts'

/** The limits, in milliseconds of processor time. */
export interface TrialLimits {
  /** The limit for one rule on one address; a rule that takes longer is slow. */
  readonly rule: number
  readonly total: number
}

export interface Trial {
  /** Does work for a rule. Returns undefined if the rule is slow or the time is over. */
  readonly attempt: Attempt
  /** Does the work for the items, up to the one at which the time was over. */
  each<T, R>(items: readonly T[], work: (item: T) => readonly R[]): R[]
  readonly slow: ReadonlySet<string>
  leftOut(): number
}

/** The milliseconds that items share. If they are not enough, the current item is tried by itself. */
const SLICE = 100

/** `clock` gives the processor time of this thread in milliseconds. */
export function createTrial(limits: TrialLimits, { clock }: { clock: () => number }): Trial {
  const end = clock() + limits.total
  const isOver = () => clock() > end
  const slow = new Set<string>()
  let undone = 0
  let alone = false
  return {
    slow,
    leftOut: () => undone,
    attempt(row, work) {
      if (slow.has(row)) return undefined
      if (!alone) return work()
      for (let timeout = limits.rule; !isOver(); timeout *= 2) {
        const started = clock()
        const result = runWithin(timeout, work)
        if (result) return result.value
        // a rule that used little processor time was not slow: the machine was busy, so the rule gets more time
        if (clock() - started < limits.rule / 2) continue
        slow.add(row)
        return undefined
      }
      return undefined
    },
    each(items, work) {
      const results: ReturnType<typeof work>[] = []
      let at = 0
      const runSlice = () => {
        for (; at < items.length && !isOver(); at++) results[at] = work(items[at] as (typeof items)[number])
      }
      while (at < items.length && !isOver()) {
        if (runWithin(SLICE, runSlice) || at >= items.length) continue
        // tries the current item by itself; if that takes too long, tries each rule under its own limit
        const item = items[at] as (typeof items)[number]
        const result = runWithin(limits.rule, () => work(item))
        if (result) results[at] = result.value
        else {
          alone = true
          results[at] = work(item)
          alone = false
        }
        at += 1
      }
      undone += items.length - at
      return results.flat()
    },
  }
}

const SCRIPT = new Script('work()')
/** The context in which work runs. It is there only for the time limit of scripts. */
const CONTEXT = createContext({ work: (): unknown => undefined })

/** Does the work; returns undefined if it needed longer than `timeout` milliseconds. */
function runWithin<T>(timeout: number, work: () => T): { readonly value: T } | undefined {
  CONTEXT['work'] = work
  try {
    return { value: SCRIPT.runInContext(CONTEXT, { timeout }) }
  } catch (error) {
    if (isTimeout(error)) return undefined
    throw error
  }
}

/** Whether a limit ended the work. The error comes from another context, so `instanceof Error` is false for it. */
function isTimeout(error: unknown): boolean {
  return isNativeError(error) && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
}
