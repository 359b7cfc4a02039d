/** What the status message tells, gathered from every service that is set up: stored state only, no remote is asked. */
import type { StatusFacts } from '../chat/status/facts.ts'
import { hasCode, messageOf } from '../errors.ts'
import type { Trace } from '../http/trace.ts'
import type { NoticeView } from '../notices/notices.ts'
import type { TokenStatus } from '../tokens/status.ts'
import type { Core } from './core.ts'
import { distributionOf } from './distribution.ts'
import { noticesOf } from './notices.ts'
import { registrarOf } from './registrar.ts'
import { tokensOf } from './tokens.ts'

/** One that cannot be asked is told as such. */
export async function statusFacts(core: Core, trace?: Trace): Promise<StatusFacts> {
  const failed: { owner: string; reason: string }[] = []
  const asked = async <T>(owner: string, ask: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await ask()
    } catch (error) {
      if (!hasCode(error, 'settings_missing')) failed.push({ owner, reason: messageOf(error) })
      return undefined
    }
  }
  const [devices = [], token, deadlines, listed] = await Promise.all([
    asked('distribution', () => distributionOf(core)().devices()),
    asked('tokens', async () => tokenText(await tokensOf(core, { name: 'status' })().status())),
    asked('registrar', () => registrarOf(core)().openDeadlines()),
    asked('notices', () => noticesOf(core)(trace).list()),
  ])
  // a deadline that is listed is not told a second time as a notice
  const listedApart = ({ key }: NoticeView) =>
    deadlines !== undefined && key.startsWith('registrar/deadline/')
  const notices = (listed?.notices ?? []).filter(
    notice => !notice.over && !notice.done && !listedApart(notice),
  )
  return {
    devices,
    token,
    deadlines: deadlines ?? [],
    notices,
    failed: [...failed, ...(listed?.failed ?? [])],
  }
}

function tokenText({ state, reason, access, refresh }: TokenStatus): string {
  const facts = [
    state,
    ...(reason ? [reason] : []),
    ...(access ? [`access ${access.state} until ${momentText(access.expiresAt)}`] : []),
    ...(refresh ? [`refresh token ${refresh.ageDays} of ${refresh.lifetimeDays} days old`] : []),
  ]
  return facts.join(', ')
}

function momentText(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`
}
