/**
 * The store commands of a month of the example company: 20 devices, 300 deals, 150 messages, the daily jobs, five
 * people. Each number is how often a call is made; its cost is what `npm run bench calls` has counted. The states of
 * devices are left out, because they cost the same in every version (`fleet/measured.ts`).
 */
import { type Measurement, ratioText } from './measurement.ts'

/** The commands of each call, by its name: `GET /console`. */
export type CommandsOf = Record<string, number>

const [DAYS, WORKING_DAYS, PEOPLE] = [30, 22, 5]
const MOST = 0.5

const MONTH: Readonly<Record<string, number>> = {
  'GET /api/distribution, nothing new': 20 * 3 * WORKING_DAYS,
  'POST deals, dry run': 300,
  'POST deals?mode=write': 300,
  'POST deliveries?mode=write': 150,
  'GET /api/cron/notices': DAYS,
  'GET /api/cron/orders': DAYS,
  'GET /api/cron/refresh': DAYS,
  // each person opens To do four times a working day, and each of the other pages once
  'GET /console': 4 * PEOPLE * WORKING_DAYS,
  'GET /console/receipts': PEOPLE * WORKING_DAYS,
  'GET /console/deals': PEOPLE * WORKING_DAYS,
  'GET /console/messages': PEOPLE * WORKING_DAYS,
  'GET /console/devices': PEOPLE * WORKING_DAYS,
}

/** The commands of the month of the first checkout, compared with those of the second if there is one. Pure. */
export function measureMonth([own = {}, other]: readonly CommandsOf[]): Measurement[] {
  const total = (of: CommandsOf) =>
    Math.round(
      Object.entries(MONTH).reduce((sum, [what, times]) => sum + times * (of[what] ?? Number.NaN), 0),
    )
  const what = 'a month of the example company'
  if (!other) return [{ what, found: `${total(own)} commands` }]
  const ratio = total(own) / total(other)
  return [
    {
      what,
      found: `${total(own)} commands; against ${total(other)}: ${ratioText(ratio)}`,
      aim: { text: `at most ${MOST}`, held: ratio <= MOST },
    },
  ]
}
