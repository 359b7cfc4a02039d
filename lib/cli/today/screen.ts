/** The screen of `kura today`: three parts that fit a small terminal, however much there is. A command is never cut. Pure. */

import { formatOf } from '../../core/language/format.ts'
import type { Locale } from '../../core/language/language.ts'
import { type Say, sayIn } from '../../core/language/text.ts'
import { ownerName, reasonsOf } from '../../services/chat/status/words.ts'
import { clipped, displayWidth } from '../terminal/fitting.ts'
import { needsLines } from './needs.ts'
import type { ScreenSize, Today } from './page.ts'
import { ranLines } from './ran.ts'
import { TODAY } from './words.ts'
import '../../app/words.ts'

/** Dates that are shown; the others are counted. */
const DATES = 5
/** Services that could not be asked and are shown. */
const FAILED = 2

export function todayLines(today: Today, size: ScreenSize): string[] {
  const locale: Locale = today
  const say = sayIn(locale)
  const head = [headLine(today, say), ...failedLines(today, say)]
  const rest = ['', ...dueLines(today, say, locale), '', say(TODAY.ran), ...ranLines(today, say)]
  const clip = (text: string) => clipped(text, size.columns)
  const room = { ...size, lines: size.lines - head.length - rest.length }
  return [...head.map(clip), ...needsLines(today.needs, { say, room }), ...rest.map(clip)]
}

function headLine({ at, needs: { count }, failed }: Today, say: Say): string {
  const now = Date.parse(at)
  if (count > 0) return say(TODAY.needs, { now, count })
  return say(failed.length > 0 ? TODAY.uncertain : TODAY.nothing, { now })
}

function failedLines({ failed }: Today, say: Say): string[] {
  return failed
    .slice(0, FAILED)
    .map(
      ({ owner, reason }) => `  ${say(TODAY.failed, { owner: ownerName(owner), reason: reasonsOf(reason) })}`,
    )
}

/** A line for each of the first dates. */
function dueLines({ due }: Today, say: Say, locale: Locale): string[] {
  if (due.length === 0) return [say(TODAY.nothingDue)]
  const shown = due.length > DATES ? due.slice(0, DATES - 1) : due
  const days = shown.map(({ at }) => formatOf(locale).weekday(Date.parse(at)))
  const width = Math.max(...days.map(displayWidth))
  const lines = shown.map(({ text }, index) => {
    const day = days[index] ?? ''
    return `  ${day}${' '.repeat(width - displayWidth(day))}  ${text}`
  })
  const more = due.length - shown.length
  return [say(TODAY.due), ...lines, ...(more > 0 ? [`  ${say(TODAY.moreDue, { count: more })}`] : [])]
}
