/** What every adapter refuses before it reads or writes, so that all of them accept the same records. */
import { AppError } from '../errors.ts'
import type { ListedRecord, SwapNext } from './store.ts'

const VERSION = /^[!-~]{1,100}$/

/** @throws AppError `bad_request` if the key, or a prefix of keys, is not well-formed Unicode */
export function checkKey(key: string): void {
  if (key.isWellFormed()) return
  throw new AppError('bad_request', `Cannot use the key ${JSON.stringify(key)}: it has a lone surrogate`)
}

/** @throws TypeError if `expected` is not a version; `undefined` expects that there is no record */
export function checkExpected(key: string, expected: string | undefined): void {
  if (expected === undefined || VERSION.test(expected)) return
  throw new TypeError(`Cannot change the record "${key}": the expected version is not a version`)
}

/** @throws AppError `bad_request` if the value is not well-formed Unicode, TypeError for a bad version or ttl */
export function checkNext(key: string, next: SwapNext): void {
  if (!next.value.isWellFormed())
    throw new AppError('bad_request', `Cannot store the record "${key}": its text has a lone surrogate`)
  if (!VERSION.test(next.version))
    throw new TypeError(`Cannot store the record "${key}": its version is not 1 to 100 printable characters`)
  if (next.ttl !== undefined && !(next.ttl <= Number.MAX_SAFE_INTEGER))
    throw new TypeError(
      `Cannot store the record "${key}": its lifetime is ${next.ttl}, expected milliseconds`,
    )
}

/** The lifetime in whole milliseconds, at least one. */
export function lifetimeOf(next: SwapNext): number | undefined {
  return next.ttl === undefined ? undefined : Math.max(1, Math.ceil(next.ttl))
}

/** Compares records by key, for a listing. */
export function byKey(one: ListedRecord, other: ListedRecord): number {
  if (one.key === other.key) return 0
  return one.key < other.key ? -1 : 1
}
