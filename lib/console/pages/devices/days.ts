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

/** The numbers of devices in each state on each day, the oldest day first. */
export function countDays(all: readonly (Days | undefined)[], today: string): Counted[] {
  const rows = all.map(days => lastMarks(days, today))
  return lastDays(undefined, today).map(({ day }, at) => {
    const count = (marks: string) => rows.filter(row => marks.includes(row[at] ?? '-')).length
    return { day, whole: count('w'), faulty: count('bi'), none: count('-') }
  })
}

const WIDTH = 8
const HEIGHT = 40

/** A bar for each day: whole devices below, faulty devices above. A device without a report adds nothing to its bar. */
export function fleetPicture(counted: readonly Counted[], view: View): Html {
  const say = sayIn(view.locale)
  const { whole = 0, faulty = 0, none = 0 } = counted.at(-1) ?? {}
  const total = Math.max(1, whole + faulty + none)
  const bars = counted.map((day, at) => {
    const good = Math.round((day.whole * HEIGHT) / total)
    const bad = Math.round((day.faulty * HEIGHT) / total)
    return html`${bar('good', { at, y: HEIGHT - good, height: good })}${bar('bad', { at, y: HEIGHT - good - bad, height: bad })}`
  })
  return picture(say(DEVICES.picture, { whole, faulty, none }), bars)
}

/** Draws the bars on a line, so that days without a report stay visible. */
function picture(label: string, bars: readonly Html[]): Html {
  return html`<p><svg viewBox="0 0 240 40" width="240" height="40" role="img" aria-label="${label}"><rect x="0" y="39" width="240" height="1" fill="currentColor"/>${bars}</svg></p>`
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

export function deviceDays(days: Days | undefined, today: string, view: View): Html {
  const say = sayIn(view.locale)
  const marks = lastDays(days, today)
  const count = (...wanted: DayMark[]) => marks.filter(({ mark }) => wanted.includes(mark)).length
  const label = say(DEVICES.picture, { whole: count('w'), faulty: count('b', 'i'), none: count('-') })
  const bars = marks.map(({ mark }, at) =>
    bar(mark === 'w' ? 'good' : 'bad', { at, y: HEIGHT - HEIGHTS[mark], height: HEIGHTS[mark] }),
  )
  const rows = marks
    .toReversed()
    .map(({ day, mark }) => html`<tr><th scope="row">${day}</th><td>${say(MARKS[mark])}</td></tr>`)
  return html`${picture(label, bars)}
<p>${label}</p>${details([say(DEVICES.day), say(DEVICES.state)], rows, say)}`
}
