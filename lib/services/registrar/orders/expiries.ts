/**
 * When registrations end. A purchase that needs nobody is not looked at any more, so the day on which its registration ends,
 * or on which the registrar is asked again when that is, is kept: `registrar/expiry/<team>/<day>` has the domains, and
 * `registrar/expiry/<team>` the first day (UTC) whose domains were not looked at again. Once that day is over they are.
 */
import { mapConcurrently } from '../../../core/concurrency.ts'
import type { Store } from '../../../core/store/store.ts'
import { type RecordFormat, type UpdateOptions, update } from '../../../core/store/update.ts'

export interface Expiries {
  /** Keeps that the registration of a domain is looked at on the day of `moment`, which is to come; milliseconds since the epoch. */
  add(domain: string, moment: number): Promise<void>
  /** The domains that are looked at on the days from `now` until `until`, milliseconds since the epoch. */
  coming(now: number, until: number): Promise<string[]>
  /** Gives the domains of every day that is over to `wake`, and forgets these days once it has succeeded. */
  wake(wake: (domains: readonly string[]) => Promise<unknown>): Promise<void>
}

interface ExpiryDeps {
  readonly store: Store
  readonly team: string
  readonly updates?: UpdateOptions | undefined
}

const DAY = 86_400_000

/** The most days that are read at once; the next run goes on. */
const MOST_DAYS = 400

const day: RecordFormat<string> = { parse: text => text, format: text => text }
const domains: RecordFormat<readonly string[]> = {
  parse: text => JSON.parse(text) as readonly string[],
  format: value => JSON.stringify(value),
}

export function createExpiries({ store, team, updates }: ExpiryDeps): Expiries {
  const key = `registrar/expiry/${encodeURIComponent(team)}`
  return {
    async add(domain, moment) {
      await update<string, void>(
        store,
        {
          key,
          format: day,
          transition: (first, now) =>
            first === undefined
              ? { write: dayOf(now), result: undefined }
              : { keep: true, result: undefined },
        },
        updates,
      )
      await update<readonly string[], void>(
        store,
        {
          key: `${key}/${dayOf(moment)}`,
          format: domains,
          transition: (known = []) =>
            known.includes(domain)
              ? { keep: true, result: undefined }
              : { write: [...known, domain], result: undefined },
        },
        updates,
      )
    },
    async coming(now, until) {
      const days = daysBetween(dayOf(now), dayOf(until + DAY))
      const { records } = await store.readMany(days.map(date => `${key}/${date}`))
      return records.flatMap(record => (record ? domains.parse(record.value) : []))
    },
    async wake(wake) {
      const { record, now } = await store.read(key)
      if (!record) return
      const over = daysBetween(record.value, dayOf(now))
      if (over.length === 0) return
      const read = await mapConcurrently(over, async date => ({
        key: `${key}/${date}`,
        ended: (await store.read(`${key}/${date}`)).record,
      }))
      const ended = read.flatMap(({ ended }) => (ended ? domains.parse(ended.value) : []))
      await wake(ended)
      await mapConcurrently(read, async ({ key, ended }) => ended && store.remove(key, ended.version))
      const next = dayOf(Date.parse(over.at(-1) as string) + DAY)
      await update<string, void>(
        store,
        {
          key,
          format: day,
          transition: first =>
            first === record.value ? { write: next, result: undefined } : { keep: true, result: undefined },
        },
        updates,
      )
    },
  }
}

/** `2027-11-22` */
function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10)
}

/** The days from `first` on that are before `end`. */
function daysBetween(first: string, end: string): string[] {
  const count = Math.min(MOST_DAYS, Math.max(0, (Date.parse(end) - Date.parse(first)) / DAY))
  return Array.from({ length: count }, (_, index) => dayOf(Date.parse(first) + index * DAY))
}
