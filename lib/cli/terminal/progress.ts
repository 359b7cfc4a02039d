import type { SingleBar } from 'cli-progress'
import { type Locale, NEUTRAL } from '../../core/language/language.ts'
import { sayIn, textOf } from '../../core/language/text.ts'
import type { ProgressStep, ReportProgress } from '../../core/work/progress.ts'
import { displayWidth } from './fitting.ts'
import { TERMINAL } from './words.ts'

export interface Sink {
  /** Calls `done` after the write, with the error if the write failed. */
  write(text: string | Uint8Array, done?: (error?: Error | null) => void): unknown
  readonly isTTY?: boolean
  readonly columns?: number
}

/** Returns a stream's width; infinite for pipes and files, which have no width, and for terminals that report 0. */
export function columnsOf({ columns }: Sink): number {
  return columns || Number.POSITIVE_INFINITY
}

export interface ShownProgress {
  readonly report: ReportProgress
  /** Removes the bar, if one is shown. */
  end(): void
}

export function createProgress(sink: Sink, locale: Locale = NEUTRAL): ShownProgress {
  return sink.isTTY ? terminalProgress(sink, locale) : plainProgress(sink, locale)
}

/** Loads the library of the bar at the first step, because most commands show no bar. Then the latest step is shown. */
function terminalProgress(sink: Sink, locale: Locale): ShownProgress {
  let isLoading = false
  let create: ((step: ProgressStep) => SingleBar) | undefined
  let latest: ProgressStep | undefined
  let bar: { readonly what: ProgressStep['what']; readonly shown: SingleBar } | undefined
  const end = () => {
    bar?.shown.stop()
    bar = undefined
    latest = undefined
  }
  const show = (step: ProgressStep) => {
    if (bar && bar.what !== step.what) end()
    bar ??= create && { what: step.what, shown: create(step) }
    bar?.shown.setTotal(step.total)
    bar?.shown.update(step.done, { amount: amountOf(step, locale) })
    if (step.done >= step.total) end()
  }
  const load = async () => {
    isLoading = true
    // without the library the command continues without a bar
    create = await loadBar(sink, locale).catch(() => undefined)
    if (latest) show(latest)
  }
  return {
    end,
    report(step) {
      latest = step
      if (isLoading) show(step)
      else void load()
    },
  }
}

async function loadBar(sink: Sink, locale: Locale): Promise<(step: ProgressStep) => SingleBar> {
  const { SingleBar } = await import('cli-progress')
  return step => {
    const bar = new SingleBar({
      stream: sink as NodeJS.WritableStream,
      format: `${textOf(step.what, locale)} {bar} {percentage}% {amount}`,
      barsize: barSize(step, { columns: columnsOf(sink), locale }),
      hideCursor: true,
      clearOnComplete: true,
    })
    bar.start(step.total, step.done, { amount: amountOf(step, locale) })
    return bar
  }
}

const SMALLEST_BAR = 5
const LARGEST_BAR = 40

function barSize(step: ProgressStep, { columns, locale }: { columns: number; locale: Locale }): number {
  const whole = amountOf({ ...step, done: step.total }, locale)
  const around = displayWidth(`${textOf(step.what, locale)}  100% ${whole} `)
  return Math.max(SMALLEST_BAR, Math.min(LARGEST_BAR, columns - around))
}

function plainProgress(sink: Sink, locale: Locale): ShownProgress {
  let shown = ''
  return {
    end: () => undefined,
    report(step) {
      const quarter = step.total === 0 ? 4 : Math.floor((4 * step.done) / step.total)
      const what = textOf(step.what, locale)
      const key = `${what} ${quarter}`
      if (key === shown) return
      shown = key
      sink.write(`${what} ${amountOf(step, locale)}\n`)
    },
  }
}

/** Describes the amount in the language in which the work is named. */
function amountOf({ what, done, total, unit }: ProgressStep, locale: Locale): string {
  const say = sayIn(typeof what === 'string' ? NEUTRAL : locale)
  return unit === 'bytes'
    ? say(TERMINAL.amount, { done: byteText(done), total: byteText(total) })
    : say(TERMINAL[unit], { done, total })
}

/** Returns a size such as `1.5 MB`, in decimal units, like the sizes in a release. */
export function byteText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
