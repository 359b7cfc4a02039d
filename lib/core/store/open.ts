import type { StoreSettings } from '../config/config.ts'
import type { Store } from './store.ts'

/** @throws AppError `store_unavailable` if the embedded file cannot be opened, `settings_invalid` for a bad address */
export async function openStore(settings: StoreSettings): Promise<Store> {
  if (settings.kind === 'upstash') {
    const { openUpstashStore } = await import('./upstash.ts')
    return openUpstashStore(settings)
  }
  const { openEmbeddedStore } = await import('./embedded.ts')
  return openEmbeddedStore(settings.file)
}
