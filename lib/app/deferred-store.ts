/** A store that is opened when it is first used, so that a function which does not need it never loads its client. */
import type { Store } from '../core/store/store.ts'

/** A store over `open`, which is called once; if it fails, the next use tries again. */
export function deferStore(open: () => Promise<Store>): Store {
  let opening: Promise<Store> | undefined
  const opened = () => {
    opening ??= open().catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }
  return {
    read: async key => (await opened()).read(key),
    readMany: async keys => (await opened()).readMany(keys),
    swap: async (key, expected, next) => (await opened()).swap(key, expected, next),
    remove: async (key, expected) => (await opened()).remove(key, expected),
    keys: async (prefix, page) => (await opened()).keys(prefix, page),
    close: async () => (await opening)?.close(),
  }
}
