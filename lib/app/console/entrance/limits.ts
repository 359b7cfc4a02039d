/**
 * Limits failed sign-ins, in the memory of this process: a refused attempt leaves no record in the store, and nobody can
 * lock a colleague out, for a sign-in that succeeds is never refused for the failures of another address.
 */
import { AppError } from '../../../core/errors.ts'

const WINDOW = 10 * 60_000
/** Failed attempts in that time: of one address, and of all together. */
const MOST = 20
const MOST_TOGETHER = 500

export interface Attempts {
  /** Refuses an attempt if too many have failed before. @throws AppError `limited` */
  check(address: string): void
  failed(address: string): void
}

export function createAttempts(now: () => number): Attempts {
  let began = Number.NEGATIVE_INFINITY
  let counts = new Map<string, number>()
  const current = () => {
    if (now() - began >= WINDOW) [began, counts] = [now(), new Map()]
    return counts
  }
  const total = () => [...current().values()].reduce((sum, count) => sum + count, 0)
  return {
    check(address) {
      if ((current().get(address) ?? 0) < MOST && total() < MOST_TOGETHER) return
      throw new AppError('limited', 'Cannot sign in: too many attempts have failed', {
        hint: 'wait ten minutes, then try again',
      })
    },
    failed: address => void current().set(address, (current().get(address) ?? 0) + 1),
  }
}

/** Returns the address of the caller, as the host names it. */
export function addressOf({ headers }: Pick<Request, 'headers'>): string {
  return headers.get('x-real-ip') ?? headers.get('x-forwarded-for')?.split(',')[0]?.trim() ?? ''
}
