/** A cache of values up to a size in bytes; the least recently used ones are removed first. */

export interface Cache {
  /** Returns the value of `key`, loaded by `load` if it is missing; concurrent callers share one load. */
  get<T>(key: string, load: () => Promise<{ value: T; bytes: number }>): Promise<T>
}

export function createCache(limit: number): Cache {
  const entries = new Map<string, { loading: Promise<{ value: unknown; bytes: number }>; bytes: number }>()
  const trim = () => {
    let total = [...entries.values()].reduce((sum, { bytes }) => sum + bytes, 0)
    for (const [key, { bytes }] of entries) {
      if (total <= limit) return
      entries.delete(key)
      total -= bytes
    }
  }
  return {
    async get<T>(key: string, load: () => Promise<{ value: T; bytes: number }>): Promise<T> {
      const entry = entries.get(key) ?? { loading: load(), bytes: 0 }
      entries.delete(key)
      entries.set(key, entry)
      try {
        const { value, bytes } = await entry.loading
        entry.bytes = bytes
        trim()
        return value as T
      } catch (error) {
        entries.delete(key)
        throw error
      }
    },
  }
}
