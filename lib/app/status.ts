/** The facts of the status message, from every service that is set up. They come from stored state; no remote is asked. */
import type { StatusFacts } from '../chat/status/facts.ts'
import { hasCode, messageOf } from '../errors.ts'
import type { Trace } from '../http/trace.ts'
import type { NoticeView } from '../notices/notices.ts'
import { type Durability, readDurability } from '../store/durability.ts'
import type { TokenStatus } from '../tokens/status.ts'
import type { Core } from './core.ts'
import { distributionOf } from './distribution.ts'
import { noticesOf } from './notices.ts'
import { registrarOf } from './registrar.ts'
import { tokensOf } from './tokens.ts'

/** A service that fails is reported as failed; one that is not set up is left out. */
export async function statusFacts(trace: Trace | undefined, core: Core): Promise<StatusFacts> {
  const failed: { owner: string; reason: string }[] = []
  const read = async <T>(owner: string, readFacts: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await readFacts()
    } catch (error) {
      if (!hasCode(error, 'settings_missing')) failed.push({ owner, reason: messageOf(error) })
      return undefined
    }
  }
  const [devices = [], token, store, deadlines, listed] = await Promise.all([
    read('distribution', () => distributionOf(core)().devices()),
    read('tokens', async () => tokenText(await tokensOf(core, { name: 'status' })().status())),
    read('store', async () => storeText(await readDurability(core.store()))),
    read('registrar', () => registrarOf(core)().openDeadlines()),
    read('notices', () => noticesOf(core)(trace).list()),
  ])
  // a deadline has a line of its own, so its notice is left out
  const hasOwnLine = ({ key }: NoticeView) => deadlines !== undefined && key.startsWith('registrar/deadline/')
  const notices = (listed?.notices ?? []).filter(
    notice => !notice.over && !notice.done && !hasOwnLine(notice),
  )
  return {
    devices,
    token,
    store,
    deadlines: deadlines ?? [],
    notices,
    failed: [...failed, ...(listed?.failed ?? [])],
  }
}

function tokenText({ state, reason, until, access, refresh }: TokenStatus): string {
  const facts = [
    state,
    ...(reason ? [reason] : []),
    ...(reason && until ? [`next attempt ${momentText(until)}`] : []),
    ...(access ? [`access ${access.state} until ${momentText(access.expiresAt)}`] : []),
    ...(refresh ? [`refresh token ${refresh.ageDays} of ${refresh.lifetimeDays} days old`] : []),
  ]
  return facts.join(', ')
}

/** Only what people must know: a store that confirms its writes needs no line. */
function storeText(durability: Durability | undefined): string | undefined {
  if (durability === undefined || durability.confirmed) return undefined
  return `no replica has confirmed a write since ${momentText(durability.since)}: a failover may undo the last ones`
}

function momentText(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`
}
