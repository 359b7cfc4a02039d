/** Values that were read once, up to a size in bytes; the ones that were not used for longest go first. */

export interface Cache {
  /** The value under `key`, read by `load` where it is not there; callers at the same time share one reading. */
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
