import type { ReplyOf } from '../../../core/http/contract.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import { formatOf } from '../../../core/language/format.ts'
import type { Locale } from '../../../core/language/language.ts'
import { quotedReason } from '../../../core/language/outside.ts'
import { reasonIn, type Say, sayIn, textOf } from '../../../core/language/text.ts'
import type { adminContract } from '../../../services/admin/contract.ts'
import { ownerName, STATUS, span } from '../../../services/chat/status/words.ts'
import { clipped, displayWidth } from '../../terminal/fitting.ts'
import { jobPhrase, jobsPhrase, TODAY } from './words.ts'
import '../../../services/words.ts'
import { FRAME } from '../../../services/notices/words.ts'

const DATES = 5
/** The maximum number of services that are shown with the reason why their facts could not be read. */
const FAILED = 2

export type Today = ReplyOf<typeof adminContract, 'today'>

/** The size of the screen in characters. */
interface ScreenSize {
  readonly columns: number
  readonly lines: number
}

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
      ({ owner, reason }) =>
        `  ${say(TODAY.failed, { owner: ownerName(owner), reason: quotedReason(reasonIn(reason)) })}`,
    )
}

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

type Jobs = Today['ran']['jobs']

const QUIET: readonly Jobs[number]['state'][] = ['done', 'never']

function ranLines(today: Today, say: Say): string[] {
  const { at, ran } = today
  const { jobs, release, devices } = ran
  const now = Date.parse(at)
  const lines = [
    ...jobLines(jobs, now, today),
    release
      ? say(TODAY.release, { version: release.version, age: span(now - Date.parse(release.created)) })
      : say(TODAY.noRelease),
    devices.count > 0
      ? say(TODAY.devices, {
          ...devices,
          names: devices.names.length > 0 ? phrase(TODAY.names, { names: devices.names }) : '',
        })
      : say(STATUS.noDevice),
  ]
  return lines.map(line => `  ${line}`)
}

/** Returns one line for all jobs that went well, one for all jobs that have not run yet, and one for each other job. */
function jobLines(jobs: Jobs, now: number, locale: Locale): string[] {
  const ageOf = ({ began }: Jobs[number]) => (began === undefined ? undefined : now - Date.parse(began))
  const quiet = QUIET.flatMap(state => {
    const alike = jobs.filter(job => job.state === state)
    const ages = alike.map(ageOf).filter(age => age !== undefined)
    const age = ages.length > 0 ? Math.min(...ages) : undefined
    return alike.length > 0 ? [textOf(jobsPhrase({ count: alike.length, state, age }), locale)] : []
  })
  const others = jobs
    .filter(({ state }) => !QUIET.includes(state))
    .map(job => textOf(jobPhrase({ ...job, age: ageOf(job) }), locale))
  return [...others, ...quiet]
}

type Needs = Today['needs']
type Group = Needs['groups'][number]
type OpenItem = Group['first'][number]

interface Page {
  readonly say: Say
  readonly room: ScreenSize
}

/**
 * Fits the open items into the available lines, most urgent first. If there is no room for all items of a kind, the
 * kind gets one line and the command of its oldest item.
 */
function needsLines({ count, groups }: Needs, page: Page): string[] {
  const whole = groups.map(group => wholeLines(group, page))
  if (whole.every(lines => lines !== undefined) && heightOf(whole.flat(), page) <= page.room.lines)
    return whole.flat()
  const shown: string[] = []
  let counted = 0
  for (const [index, group] of groups.entries()) {
    // keeps one line free for the number of items that are not shown
    const left = page.room.lines - 1 - heightOf(shown, page)
    const after = groups
      .slice(index + 1)
      .reduce((sum, next) => sum + heightOf(shortLines(next, page), page), 0)
    const full = wholeLines(group, page)
    const isRoomy = full !== undefined && heightOf(full, page) + after <= left
    const lines = isRoomy ? full : shortLines(group, page)
    if (heightOf(lines, page) > left) break
    shown.push(...lines)
    counted += isRoomy ? group.count : 1
  }
  return [...shown, ...(counted < count ? [`  ${page.say(TODAY.more, { count: count - counted })}`] : [])]
}

/** Returns undefined if `first` does not have all items. A command that all items share stands once, at the end. */
function wholeLines(group: Group, page: Page): string[] | undefined {
  const { title, first, count } = group
  if (count === 1) return shortLines(group, page)
  if (first.length < count) return undefined
  const shared = first.every(({ command }) => command === first[0]?.command)
  const items = first.flatMap(item => [
    textLine(`    ${textOfItem(item, page)}`, page),
    ...(shared ? [] : commandLines(item, '      ')),
  ])
  return [textLine(`  ${title}`, page), ...items, ...(shared ? commandLines(first[0], '    ') : [])]
}

function shortLines({ title, first }: Group, page: Page): string[] {
  const texts = first.map(item => textOfItem(item, page)).join('; ')
  const line = page.say(FRAME.line, { title, line: texts })
  return [textLine(`  ${line}`, page), ...commandLines(first[0], '    ')]
}

function textOfItem({ text, by }: OpenItem, { say }: Page): string {
  return by === undefined ? text : text + say(FRAME.by, { at: Date.parse(by) })
}

function textLine(text: string, { room }: Page): string {
  return clipped(text.replaceAll(/\n/gu, ' '), room.columns)
}

function commandLines(item: OpenItem | undefined, indent: string): string[] {
  return item?.command === undefined ? [] : [indent + item.command]
}

/** Counts the lines on the screen. A command that is longer than a line is wrapped, not shortened. */
function heightOf(lines: readonly string[], { room }: Page): number {
  return lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(displayWidth(line) / room.columns)), 0)
}
