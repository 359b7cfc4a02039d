/** The checks that every adapter makes, so that all adapters accept the same records. */
import { AppError } from '../errors.ts'
import { KEYS_AT_ONCE, type KeyPage, READ_AT_ONCE, type SwapNext } from './store.ts'

const VERSION = /^[!-~]{1,100}$/

/** @throws AppError `bad_request` if the key, or a prefix of keys, is not well-formed Unicode */
export function checkKey(key: string): void {
  if (key.isWellFormed()) return
  throw new AppError('bad_request', `Cannot use the key ${JSON.stringify(key)}: it has a lone surrogate`)
}

/** @throws TypeError if `expected` is not a version; undefined means that there must be no record */
export function checkExpected(key: string, expected: string | undefined): void {
  if (expected === undefined || VERSION.test(expected)) return
  throw new TypeError(`Cannot change the record "${key}": the expected version is not a version`)
}

/** @throws AppError `bad_request` if a text is not well-formed Unicode, TypeError for a bad version or ttl */
export function checkNext(key: string, next: SwapNext): void {
  if (!next.value.isWellFormed()) throw illFormed(key)
  if (!VERSION.test(next.version))
    throw new TypeError(`Cannot store the record "${key}": its version is not 1 to 100 printable characters`)
  if (next.requires) {
    checkKey(next.requires.key)
    checkExpected(next.requires.key, next.requires.version)
  }
  for (const also of next.also ?? []) {
    checkKey(also.key)
    checkExpected(also.key, also.expected)
    if (!also.value.isWellFormed()) throw illFormed(also.key)
  }
  if (next.ttl !== undefined && !(next.ttl <= Number.MAX_SAFE_INTEGER))
    throw new TypeError(
      `Cannot store the record "${key}": its lifetime is ${next.ttl}, expected milliseconds`,
    )
}

function illFormed(key: string): AppError {
  return new AppError('bad_request', `Cannot store the record "${key}": its text has a lone surrogate`)
}

/** Returns the lifetime in whole milliseconds, at least one. */
export function lifetimeOf(next: SwapNext): number | undefined {
  return next.ttl === undefined ? undefined : Math.max(1, Math.ceil(next.ttl))
}

/** @throws AppError `bad_request` for a key that is not well-formed Unicode, TypeError for too many keys */
export function checkKeys(keys: readonly string[]): void {
  for (const key of keys) checkKey(key)
  if (keys.length > READ_AT_ONCE)
    throw new TypeError(`Cannot read ${keys.length} records at once: expected at most ${READ_AT_ONCE}`)
}

/**
 * Returns the page with its defaults.
 * @throws AppError `bad_request` as checkKey, TypeError for a limit that is out of bounds or an `after` that does not
 * start with the prefix
 */
export function checkPage(
  prefix: string,
  { after, limit = KEYS_AT_ONCE, open = false, records = false }: KeyPage,
) {
  checkKey(prefix)
  if (after !== undefined) checkKey(after)
  if (after !== undefined && !after.startsWith(prefix))
    throw new TypeError(`Cannot list the records "${prefix}" after "${after}": it does not start with that`)
  if (!(Number.isInteger(limit) && limit >= 1 && limit <= KEYS_AT_ONCE))
    throw new TypeError(`Cannot list ${limit} records: expected 1 to ${KEYS_AT_ONCE}`)
  return { after, limit, open, records }
}

/** @param found the keys that were found, at most one more than the page may have */
export function pageOf(found: readonly string[], limit: number) {
  const keys = found.slice(0, limit)
  return { keys, next: found.length > limit ? keys.at(-1) : undefined }
}
