/** The data of 履歴 / History, from the endpoints of the log. */
import type { ReplyOf } from '../../../core/http/contract.ts'
import type { Locale } from '../../../core/language/language.ts'
import { startOfDay } from '../../../core/language/wall-clock.ts'
import { activityContract } from '../../../services/activity/contract.ts'
import { KINDS, type Kind } from '../../../services/activity/contract-schemas.ts'
import { adminContract } from '../../../services/admin/contract.ts'
import { clientOf } from '../../client.ts'
import type { SignedInCall } from '../../page.ts'

export type Entry = ReplyOf<typeof activityContract, 'activity'>['entries'][number]

/** The fields of the form as the person typed them. */
export interface Asked {
  readonly person: string
  readonly day: string
  readonly kind: Kind | undefined
}

export interface HistoryData {
  readonly asked: Asked
  /** Whether `asked.day` is no day, and so does not limit the search. */
  readonly isNoDay: boolean
  /** The place at which the page begins; undefined on the first page. */
  readonly after: string | undefined
  readonly page: ReplyOf<typeof activityContract, 'activity'>
  readonly oldest: Entry | undefined
  readonly store: ReplyOf<typeof adminContract, 'store'>
  /** Milliseconds since the epoch. */
  readonly now: number
}

const PAGE = '20'
const DAY = 86_400_000

export async function readHistory(call: SignedInCall<'showHistory'>): Promise<HistoryData> {
  const { query, view, core } = call
  const { person = '', day = '', kind, after } = query
  const asked = { person: person.trim(), day, kind: KINDS.find(known => known === kind) }
  const range = dayRange(day, view.locale)
  const log = clientOf(activityContract, call)
  const choice = {
    ...(asked.person !== '' && { person: asked.person }),
    ...(asked.kind && { kind: asked.kind }),
  }
  const place = after === undefined ? {} : { after }
  const [page, { entries }, store] = await Promise.all([
    log.activity({ query: { order: 'newest', limit: PAGE, ...range, ...choice, ...place } }),
    log.activity({ query: { limit: '1' } }),
    clientOf(adminContract, call).store(),
  ])
  const isNoDay = day !== '' && range.since === undefined
  return { asked, isNoDay, after, page, oldest: entries[0], store, now: core.now() }
}

/** The first moments of a day and of the following day; empty if the text is not a day. */
function dayRange(day: string, { timezone }: Locale): { since?: string; until?: string } {
  const start = startOfDay(day, timezone)
  if (start === undefined) return {}
  const next = new Date(Date.parse(`${day}T00:00:00Z`) + DAY).toISOString().slice(0, 10)
  const end = startOfDay(next, timezone) ?? start + DAY
  return { since: new Date(start).toISOString(), until: new Date(end).toISOString() }
}
