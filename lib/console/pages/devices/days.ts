/** A small picture of the last 30 days of the devices, with its numbers in a table. Pure. */
import { type Html, html } from '../../../core/http/html.ts'
import { type Say, sayIn } from '../../../core/language/text.ts'
import { type DayMark, type Days, lastDays, lastMarks } from '../../../services/distribution/days.ts'
import type { View } from '../../page.ts'
import { DEVICES } from './words.ts'

interface Counted {
  readonly day: string
  readonly whole: number
  readonly faulty: number
  readonly none: number
}

/** Counts for each day the devices that were whole, faulty or without a report; the oldest day first. */
export function countDays(all: readonly (Days | undefined)[], today: string): Counted[] {
  const rows = all.map(days => lastMarks(days, today))
  return lastDays(undefined, today).map(({ day }, at) => {
    const count = (marks: string) => rows.filter(row => marks.includes(row[at] ?? '-')).length
    return { day, whole: count('w'), faulty: count('bi'), none: count('-') }
  })
}

const WIDTH = 8
const HEIGHT = 40

/**
 * A picture with a bar for each day: whole devices below, faulty ones above; a device without a report adds nothing.
 */
export function fleetPicture(counted: readonly Counted[], view: View): Html {
  const say = sayIn(view.locale)
  const { whole = 0, faulty = 0, none = 0 } = counted.at(-1) ?? {}
  const total = Math.max(1, whole + faulty + none)
  const bars = counted.map((day, at) => {
    const [good, bad] = [day.whole, day.faulty].map(count => Math.round((count * HEIGHT) / total)) as [
      number,
      number,
    ]
    return html`${bar('good', { at, y: HEIGHT - good, height: good })}${bar('bad', { at, y: HEIGHT - good - bad, height: bad })}`
  })
  return html`<p><svg viewBox="0 0 240 40" width="240" height="40" role="img" aria-label="${say(DEVICES.picture, { whole, faulty, none })}">${ground()}${bars}</svg></p>`
}

/** A line at the bottom, which keeps days without a report visible. */
function ground(): Html {
  return html`<rect x="0" y="39" width="240" height="1" fill="currentColor"/>`
}

function bar(kind: 'good' | 'bad', { at, y, height }: { at: number; y: number; height: number }): Html {
  if (height === 0) return html``
  return html`<rect class="${kind}" x="${at * WIDTH}" y="${y}" width="${WIDTH - 1}" height="${height}" fill="currentColor"/>`
}

export function fleetTable(counted: readonly Counted[], view: View): Html {
  const say = sayIn(view.locale)
  const heads = [DEVICES.day, DEVICES.wholeHead, DEVICES.faultyHead, DEVICES.noneHead].map(head => say(head))
  const rows = counted
    .toReversed()
    .map(
      ({ day, whole, faulty, none }) =>
        html`<tr><th scope="row">${day}</th>${[whole, faulty, none].map(count => html`<td class="n">${count}</td>`)}</tr>`,
    )
  return details(heads, rows, say)
}

function details(heads: readonly string[], rows: readonly Html[], say: Say): Html {
  return html`<details><summary>${say(DEVICES.numbers)}</summary><table><thead><tr>${heads.map(head => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>${rows}</tbody></table></details>`
}

const MARKS = { w: DEVICES.markW, b: DEVICES.markB, i: DEVICES.markI, '-': DEVICES.markNone } as const
const HEIGHTS = { w: HEIGHT, b: HEIGHT / 2, i: HEIGHT / 2, '-': 0 } as const

/** The picture and the table of one device. */
export function deviceDays(days: Days | undefined, today: string, view: View): Html {
  const say = sayIn(view.locale)
  const marks = lastDays(days, today)
  const count = (...wanted: DayMark[]) => marks.filter(({ mark }) => wanted.includes(mark)).length
  const values = { whole: count('w'), faulty: count('b', 'i'), none: count('-') }
  const bars = marks.map(({ mark }, at) =>
    bar(mark === 'w' ? 'good' : 'bad', { at, y: HEIGHT - HEIGHTS[mark], height: HEIGHTS[mark] }),
  )
  const rows = marks
    .toReversed()
    .map(({ day, mark }) => html`<tr><th scope="row">${day}</th><td>${say(MARKS[mark])}</td></tr>`)
  return html`<p><svg viewBox="0 0 240 40" width="240" height="40" role="img" aria-label="${say(DEVICES.picture, values)}">${ground()}${bars}</svg></p>
<p>${say(DEVICES.picture, values)}</p>${details([say(DEVICES.day), say(DEVICES.state)], rows, say)}`
}
