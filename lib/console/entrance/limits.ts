/**
 * Limits failed sign-ins. The counts are in the memory of this process, so a refused attempt costs no call of the
 * store. A browser in which a person has signed in before is not limited, so no stranger can lock it out.
 */
import { AppError } from '../../core/errors.ts'

const WINDOW = 10 * 60_000
/** The most failed attempts in `WINDOW`: from one address, and from all addresses together. */
const MOST = 20
const MOST_TOGETHER = 500

export interface Attempts {
  /** Refuses a further attempt if too many have failed. @throws AppError `limited` */
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

/** The caller's address, as the host names it. */
export function addressOf({ headers }: Pick<Request, 'headers'>): string {
  return headers.get('x-real-ip') ?? headers.get('x-forwarded-for')?.split(',')[0]?.trim() ?? ''
}
