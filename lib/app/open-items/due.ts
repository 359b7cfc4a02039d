import { itemPage } from '../../console/frame/addresses.ts'
import type { Locale } from '../../core/language/language.ts'
import { sayIn } from '../../core/language/text.ts'
import type { TokenStatus } from '../../services/accounting/tokens/status.ts'
import type { ReleaseFacts } from '../../services/distribution/overview.ts'
import type { OrderLimit, Registration } from '../../services/registrar/orders/dates.ts'
import { DUE, DUE_COMMANDS, type DueKind } from './words.ts'

/** A fact is undefined if kura could not read it, or if its service is not set up. */
export interface DueFacts {
  readonly release?: Pick<ReleaseFacts, 'version' | 'expires' | 'root'> | undefined
  readonly token?: Pick<TokenStatus, 'refresh'> | undefined
  readonly deadlines?: readonly { readonly domain: string; readonly verifyBy: number }[] | undefined
  readonly orders?: readonly OrderLimit[] | undefined
  readonly registrations?: readonly Registration[] | undefined
}

export interface Due {
  readonly kind: DueKind
  /** The date in ISO 8601. */
  readonly at: string
  readonly text: string
  readonly page?: string
  readonly command: string
}

const WEEK = 7 * 86_400_000

interface Dated {
  readonly kind: DueKind
  /** The time in milliseconds since the epoch. */
  readonly at: number
  readonly name: string
  readonly renews?: boolean
}

interface DueReading {
  readonly locale: Locale
  readonly now: number
  /** Returns the address of a page; undefined if this deployment has no console. */
  readonly addressOf: (path: `/console${string}`) => string | undefined
}

/** Leaves out dates that are overdue, because notices report those. */
export function dueWithinWeek(facts: DueFacts, { locale, now, addressOf }: DueReading): Due[] {
  return datesOf(facts)
    .filter(({ at }) => now <= at && at < now + WEEK)
    .toSorted((one, other) => one.at - other.at)
    .map(({ kind, at, name, renews }) => ({
      kind,
      at: new Date(at).toISOString(),
      text: sayIn(locale)(renews ? DUE.renewal : DUE[kind], { name }),
      ...pageMember(addressOf(pageOfDue(kind, name))),
      command: DUE_COMMANDS[kind](name),
    }))
}

function pageMember(page: string | undefined): Pick<Due, 'page'> {
  return page === undefined ? {} : { page }
}

function datesOf({ release, token, deadlines = [], orders = [], registrations = [] }: DueFacts): Dated[] {
  return [
    ...(release ? expiriesOf(release) : []),
    ...(token?.refresh
      ? [{ kind: 'authorization' as const, at: Date.parse(token.refresh.expiresAt), name: '' }]
      : []),
    ...deadlines.map(({ domain, verifyBy }) => ({ kind: 'email' as const, at: verifyBy, name: domain })),
    ...orders.map(({ domain, by }) => ({ kind: 'order' as const, at: by, name: domain })),
    ...registrations.map(({ domain, endsAt, autoRenew }) => ({
      kind: 'registration' as const,
      at: endsAt,
      name: domain,
      renews: autoRenew,
    })),
  ]
}

function expiriesOf({ version, expires, root }: NonNullable<DueFacts['release']>): Dated[] {
  return [
    { kind: 'release', at: Date.parse(expires), name: String(version) },
    { kind: 'root', at: Date.parse(root.expires), name: String(root.version) },
  ]
}

function pageOfDue(kind: DueKind, name: string): `/console${string}` {
  if (kind === 'authorization') return '/console/connections'
  return kind === 'release' || kind === 'root' ? '/console/devices' : itemPage('purchase', name)
}
