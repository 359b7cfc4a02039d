import { readConfig } from '../../../core/config/config.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import { readJson } from '../../../core/remote/fetch-json.ts'
import { fetchRemote, type RemoteRequest } from '../../../core/remote/fetch-remote.ts'
import { authenticStore } from '../../../core/signatures/authentic-store.ts'
import { testDurability } from '../../../core/store/durability.ts'
import { readEviction } from '../../../core/store/eviction.ts'
import { openStore } from '../../../core/store/open.ts'
import { type Answers, refusal, type SetupDeps } from './step.ts'
import { FOUND } from './words.ts'

/**
 * Opens the database, reads once, and writes a durable test record that expires after a minute.
 * @throws AppError `store_unavailable`, `usage` if the database evicts records
 */
export async function checkDatabase(answers: Answers, deps: SetupDeps) {
  const settings = readConfig({ ...deps.env, ...answers }).store()
  const store = await openStore(settings)
  try {
    const began = performance.now()
    await store.read('store/durability')
    const milliseconds = Math.round(performance.now() - began)
    const eviction = await readEviction(settings)
    if (eviction !== undefined && eviction !== 'noeviction')
      throw refusal(deps, phrase(FOUND.evicts, { how: eviction }), phrase(FOUND.evictsHint))
    const durability = await testDurability(store)
    const replica = phrase(durability?.confirmed ? FOUND.replica : FOUND.noReplica)
    return phrase(FOUND.database, { milliseconds, replica })
  } finally {
    await store.close()
  }
}

/**
 * Refuses KURA_APPROVE_ABOVE while fewer than two people can approve, because no deal above the amount could be sent.
 * @throws AppError `store_unavailable`, `usage`
 */
export async function checkApprovers(answers: Answers, deps: Pick<SetupDeps, 'env' | 'say'>): Promise<void> {
  const config = readConfig({ ...deps.env, ...answers })
  if (config.approveAbove() === undefined) return
  const store = authenticStore(await openStore(config.store()), () =>
    // before a run of the setup has made this key, the store has no people
    'KURA_SEAL_KEYS' in { ...deps.env, ...answers } ? config.sealKeys() : [],
  )
  try {
    const { namesOfApprovers } = await import('../../../console/people/approvers.ts')
    const names = await namesOfApprovers(store)
    if (names.length >= 2) return
    throw refusal(deps, phrase(FOUND.approvers, { count: names.length }), phrase(FOUND.approversHint))
  } finally {
    await store.close()
  }
}

/** Sends a request to a remote, and returns the reply, whatever its status is. */
export async function askRemote({ signal }: SetupDeps, request: Omit<RemoteRequest, 'signal'>) {
  const response = await fetchRemote({ ...request, signal }, { fetch, clock: () => performance.now() })
  const { remote, method, url } = request
  return { status: response.status, body: (await readJson({ remote, method, url }, response)).body }
}
