/** How many notices people receive in a month in which every problem occurs once. */
import { LANGUAGES } from '../lib/core/language/language.ts'
import { runMonth } from '../test/services/notices/month.ts'
import type { Measurement } from './measurement.ts'

export async function measureNotices(): Promise<Measurement[]> {
  const months = await Promise.all(
    LANGUAGES.map(async language => ({
      language,
      figures: await runMonth({ language, timezone: 'Asia/Tokyo' }),
    })),
  )
  return months.flatMap(({ language, figures }) => {
    const { busiest, messages, unsent, repeats, longest, run } = figures
    return [
      {
        what: `${language}: days for which an urgent item was not sent`,
        found: String(unsent),
        aim: { held: unsent === 0, text: 'none' },
      },
      {
        what: `${language}: messages on the busiest of 31 days`,
        found: `${busiest}, ${messages} in all`,
        aim: { held: busiest <= 7, text: 'at most 7' },
      },
      {
        what: `${language}: times that one line was said`,
        found: String(repeats),
        aim: { held: repeats <= 4, text: 'at most 4: once, and once a week' },
      },
      {
        what: `${language}: the longest run and the longest message`,
        found: `${(run / 1000).toFixed(1)} s, ${longest} characters`,
        aim: { held: run <= 25_000 && longest <= 2000, text: 'at most 25 s and 2000' },
      },
    ]
  })
}
