/**
 * Pages in a real browser: Chromium, if this machine has one. What must hold of every page is checked here: it fits its
 * window, axe-core finds nothing (WCAG 2.2 AA and good practice), and the keyboard alone reaches everything visibly.
 */
import { existsSync } from 'node:fs'
import axe from 'axe-core'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { describe, onTestFinished } from 'vitest'
import type { Locale } from '../../lib/core/language/language.ts'

const EXECUTABLE = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  existsSync,
)

export const LOCALES: readonly Locale[] = [
  { language: 'en', timezone: 'Europe/Berlin' },
  { language: 'ja', timezone: 'Asia/Tokyo' },
]

export const PHONE = { width: 360, height: 740 }
const TABLET = { width: 700, height: 900 }
export const DESK = { width: 1280, height: 800 }
const SCHEMES = ['light', 'dark'] as const

/** Opens a new window with cookies of its own, which closes when the test ends. */
export type OpenWindow = (options?: BrowserContextOptions) => Promise<Page>

let opened: Browser | undefined

/** The browser of this process, which serves all files of tests and ends with the process. */
async function openBrowser(): Promise<Browser> {
  if (!opened?.isConnected())
    opened = await chromium.launch({ executablePath: EXECUTABLE ?? '', args: ['--no-sandbox'] })
  return opened
}

/** A suite that is skipped, visibly, without Chromium. */
export function describeInChromium(name: string, tests: (open: OpenWindow) => void): void {
  if (EXECUTABLE === undefined) console.warn(`SKIPPED: there is no Chromium for "${name}"`)
  describe.skipIf(EXECUTABLE === undefined)(`${name}, in Chromium`, () => {
    tests(async options => {
      const browser = await openBrowser()
      const context = await browser.newContext(options)
      context.setDefaultTimeout(10_000)
      onTestFinished(() => context.close())
      return context.newPage()
    })
  })
}

/** What is wrong with the page that `view` has just loaded: at every width, light and dark. */
export async function problemsOf(view: Page): Promise<string[]> {
  const found: string[] = []
  for (const size of [DESK, TABLET, PHONE]) {
    await view.setViewportSize(size)
    found.push(...(await layoutProblems(view)).map(problem => `${size.width} pixels: ${problem}`))
  }
  for (const colorScheme of SCHEMES) {
    await view.emulateMedia({ colorScheme })
    found.push(...(await axeProblems(view)).map(problem => `${colorScheme}: ${problem}`))
  }
  return [...found, ...(await focusProblems(view))]
}

/** Runs in the page, which has other globals than this file, as do all such texts. */
const LAYOUT = `(() => {
  const root = document.documentElement
  const found = []
  if (root.scrollWidth > root.clientWidth) found.push('is ' + root.scrollWidth + ' pixels wide')
  for (const element of document.body.querySelectorAll('*')) {
    if (!element.checkVisibility()) continue
    const { right, width } = element.getBoundingClientRect()
    const name = element.outerHTML.slice(0, 80)
    if (right > innerWidth + 1 && !element.closest('.wide')) found.push('ends outside the window: ' + name)
    if (element.matches('.wide') && element.scrollWidth > element.clientWidth) found.push('is cut: ' + name)
    if (parseFloat(getComputedStyle(element).fontSize) < 12) found.push('is too small: ' + name)
    if (width === 0 && element.matches('h1, h2, h3, dd, li, button, b')) found.push('has no width: ' + name)
  }
  return found
})()`

export async function layoutProblems(view: Page): Promise<string[]> {
  return view.evaluate(LAYOUT)
}

const RUN_AXE = `axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
  .then(({ violations, passes }) => ({
    passes: passes.length,
    violations: violations.map(({ id, nodes }) => id + ': ' + nodes.map(node => node.html.slice(0, 80)).join(', ')),
  }))`

/** `evaluate` goes past the policy of the page, which stays on. */
export async function axeProblems(view: Page): Promise<string[]> {
  if (await view.evaluate("typeof axe === 'undefined'")) await view.evaluate(axe.source)
  const found: { passes: number; violations: string[] } = await view.evaluate(RUN_AXE)
  return found.passes > 10 ? found.violations : ['axe has checked next to nothing', ...found.violations]
}

/** What is seen of an element that has the focus. */
const FOCUS = `const focusOf = element => {
  const { top, bottom, left, width, height } = element.getBoundingClientRect()
  const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element)
  const luminance = color => {
    const [red, green, blue] = color.match(/[\\d.]+/g).map(part => {
      const share = Number(part) / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const [one, other] = [outlineColor, getComputedStyle(document.body).backgroundColor].map(luminance)
  const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
  const isInside = bottom > 0 && top < innerHeight && width > 0 && height > 0
  return {
    name: element.outerHTML.slice(0, 80),
    place: [Math.round(top + scrollY), Math.round(left)],
    isSeen: isInside && outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && contrast >= 3,
  }
}`

/** The element with the focus. Behind the last one the browser may come to the first one again. */
const STOP = `(() => {
  ${FOCUS}
  globalThis.visited ??= new Set([document.body, document.documentElement])
  const element = document.activeElement
  const [hasMoved, isNew] = [element !== globalThis.focusedBefore, !visited.has(element)]
  visited.add(globalThis.focusedBefore = element)
  return { ...focusOf(element), hasMoved, isNew }
})()`

/** Every element that had the focus, each with the focus again. */
const STOPS_AGAIN = `(() => {
  ${FOCUS}
  const elements = [...visited].slice(2).filter(element => element.isConnected)
  return elements.map(element => (element.focus({ focusVisible: true }), focusOf(element)))
})()`

interface Focused {
  readonly name: string
  /** Pixels from the top and from the left. */
  readonly place: readonly [top: number, left: number]
  /** Whether it is in the window, with an outline that differs from the ground (WCAG 1.4.11, 2.4.7). */
  readonly isSeen: boolean
}

interface Stop extends Focused {
  /** Whether another element has the focus than before the last key. */
  readonly hasMoved: boolean
  readonly isNew: boolean
}

/** What is said of each stop of the Tab key, and what it does not reach. */
async function focusProblems(view: Page): Promise<string[]> {
  const expected = await view
    .locator('a[href], button, summary, input, select, textarea')
    .filter({ visible: true })
    .count()
  const stops = await stopsOf(view)
  const found = stops.flatMap((stop, at) => {
    const before = stops[at - 1]
    return before && isBefore(stop, before) ? [`the focus jumps back: ${stop.name}`] : []
  })
  for (const colorScheme of SCHEMES) {
    await view.emulateMedia({ colorScheme })
    const again: Focused[] = stops.length === 0 ? [] : await view.evaluate(STOPS_AGAIN)
    const unseen = again.filter(({ isSeen }) => !isSeen)
    found.push(...unseen.map(({ name }) => `${colorScheme}: the focus is not seen: ${name}`))
  }
  return stops.length === expected ? found : [...found, `the keyboard reaches ${stops.length} of ${expected}`]
}

/** A field for a day has several stops of its own. */
const MOST_KEYS = 5

/** Goes through the page with the Tab key. */
async function stopsOf(view: Page): Promise<Stop[]> {
  const stops: Stop[] = []
  for (let keys = 0; keys < MOST_KEYS; ) {
    await view.keyboard.press('Tab')
    const stop: Stop = await view.evaluate(STOP)
    keys = stop.hasMoved ? 0 : keys + 1
    if (stop.hasMoved && !stop.isNew) break
    if (stop.hasMoved) stops.push(stop)
  }
  return stops
}

function isBefore({ place: [top, left] }: Focused, { place: [oldTop, oldLeft] }: Focused): boolean {
  return top < oldTop || (top === oldTop && left < oldLeft)
}
