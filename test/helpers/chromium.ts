/**
 * Opens pages in Chromium, if this machine has it, and checks what must hold for every page: the page fits its window,
 * axe-core reports nothing (WCAG 2.2 AA and good practice), and a person can reach everything visible with the keyboard
 * alone.
 */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { describe, onTestFinished } from 'vitest'
import type { Locale } from '../../lib/core/language/language.ts'
import { count, drawn } from './run/sampled.ts'

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
/** The widths at which a page has to fit. */
const SIZES = [DESK, ...count({ few: [], all: [TABLET] }), PHONE]
/** The colours in which a page is checked: both in a run with all rows, otherwise those that the seed chooses. */
const SCHEMES = drawn(['light', 'dark'] as const, 1)

/** Opens an empty window (by default a phone's) with its own cookies. No other test uses it until this one ends. */
export type OpenWindow = (options?: BrowserContextOptions) => Promise<Page>

let opened: Browser | undefined

/** The browser of this process. All test files share it, and it ends with the process. */
async function openBrowser(): Promise<Browser> {
  if (!opened?.isConnected())
    opened = await chromium.launch({ executablePath: EXECUTABLE ?? '', args: ['--no-sandbox'] })
  return opened
}

/** Windows that no test uses now, by the options with which they were opened. */
const idle = new Map<string, Page[]>()

/** Defines a suite that is visibly skipped if there is no Chromium. */
export function describeInChromium(name: string, tests: (open: OpenWindow) => void): void {
  if (EXECUTABLE === undefined) console.warn(`SKIPPED: there is no Chromium for "${name}"`)
  describe.skipIf(EXECUTABLE === undefined)(`${name}, in Chromium`, () => {
    tests(async (options = {}) => {
      const kind = JSON.stringify(options)
      const view = idle.get(kind)?.pop() ?? (await newWindow(options))
      onTestFinished(async ({ task }) => {
        if (task.result?.state === 'fail') await view.context().close()
        else if (!view.isClosed()) {
          await clear(view, options)
          idle.set(kind, [...(idle.get(kind) ?? []), view])
        }
      })
      return view
    })
  })
}

async function newWindow(options: BrowserContextOptions): Promise<Page> {
  const browser = await openBrowser()
  const context = await browser.newContext({ viewport: PHONE, ...options })
  context.setDefaultTimeout(10_000)
  return context.newPage()
}

/** Clears what a test has left in a window, because a new window costs as much time as a short test. */
async function clear(view: Page, { viewport, colorScheme }: BrowserContextOptions): Promise<void> {
  view.removeAllListeners()
  for (const page of view.context().pages()) if (page !== view) await page.close()
  await view.goto('about:blank')
  await view.context().clearCookies()
  await view.setViewportSize(viewport ?? PHONE)
  await view.emulateMedia({ media: null, colorScheme: colorScheme ?? 'light' })
}

/** Returns the faults of the page that `view` has just loaded, at the widths and in the colours of this run. */
export async function problemsOf(view: Page): Promise<string[]> {
  const found: string[] = []
  for (const size of SIZES) {
    await view.setViewportSize(size)
    found.push(...(await layoutProblems(view)).map(problem => `${size.width} pixels: ${problem}`))
  }
  for (const [at, colorScheme] of SCHEMES.entries()) {
    await view.emulateMedia({ colorScheme })
    const problems = await axeProblems(view, at === 0 ? 'all' : 'colours')
    found.push(...problems.map(problem => `${colorScheme}: ${problem}`))
  }
  return [...found, ...(await focusProblems(view))]
}

/** Code that runs in the page, which has other globals than this file. The same applies to all such texts below. */
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

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

const RULES = {
  all: { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  /** The rules that depend on the colours of the page. */
  colours: { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } },
}

/**
 * Runs axe-core with some of the rules. Only violations are reported; a page of kura has no frames and loads no style
 * sheets.
 */
const runOf = (rules: keyof typeof RULES) => `axe.run(${JSON.stringify({
  ...RULES[rules],
  resultTypes: ['violations'],
  selectors: false,
  iframes: false,
  preload: false,
})}).then(({ violations, passes }) => ({
    passes: passes.length,
    violations: violations.map(({ id, nodes }) => id + ': ' + nodes.map(node => node.html.slice(0, 80)).join(', ')),
  }))`

/** Runs axe-core in the page. `evaluate` is not subject to the page's content security policy, which stays in force. */
async function axeProblems(view: Page, rules: keyof typeof RULES = 'all'): Promise<string[]> {
  if (await view.evaluate("typeof axe === 'undefined'")) await view.evaluate(AXE)
  const found: { passes: number; violations: string[] } = await view.evaluate(runOf(rules))
  const fewest = rules === 'all' ? 10 : 0
  return found.passes > fewest ? found.violations : ['axe has checked next to nothing', ...found.violations]
}

/** The visible signs of the focus on an element. */
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

/** Finds the elements that the keyboard has to reach, and from then on records each element that gets the focus. */
const LISTEN = `(() => {
  ${FOCUS}
  globalThis.noted = []
  addEventListener('focusin', ({ target }) => noted.push({ element: target, ...focusOf(target) }))
  const all = [...document.querySelectorAll('a[href], button:not([aria-hidden]), summary, input, select, textarea')]
  const hasBox = element => element.getClientRects().length > 0
  return all.filter(element => hasBox(element) && element.checkVisibility({ visibilityProperty: true })).length
})()`

/**
 * Returns the elements in the order in which they had the focus. After the last element, the browser returns to the
 * first.
 */
const STOPS = `(() => {
  const again = noted.findIndex(({ element }, at) => noted.findIndex(other => other.element === element) < at)
  globalThis.stops = again < 0 ? noted : noted.slice(0, again)
  return { hasEnded: again >= 0, stops: stops.map(({ element, ...stop }) => stop) }
})()`

/** Gives the focus again to every element that had it, one after the other. */
const STOPS_AGAIN = `(() => {
  ${FOCUS}
  const elements = stops.map(({ element }) => element).filter(element => element.isConnected)
  return elements.map(element => (element.focus({ focusVisible: true }), focusOf(element)))
})()`

interface Focused {
  readonly name: string
  /** Pixels from the top and from the left. */
  readonly place: readonly [top: number, left: number]
  /**
   * Whether the element is inside the window, with an outline that differs from the background (WCAG 1.4.11, 2.4.7).
   */
  readonly isSeen: boolean
}

/** Returns the faults of the elements that the Tab key reaches, and the elements that it does not reach. */
async function focusProblems(view: Page): Promise<string[]> {
  const expected: number = await view.evaluate(LISTEN)
  const stops = await stopsOf(view, expected)
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

/**
 * Goes through the page with the Tab key. The key is sent `expected` times before the page says where the focus was.
 */
async function stopsOf(view: Page, expected: number): Promise<Focused[]> {
  let found: { stops: Focused[]; hasEnded: boolean } = { stops: [], hasEnded: false }
  for (let before = -1; !found.hasEnded && before < found.stops.length; ) {
    before = found.stops.length
    // a date field has several stops, so a few more keys are sent than elements are expected
    const keys = Array.from({ length: expected + 5 }, () => view.keyboard.down('Tab'))
    await Promise.all(keys)
    found = await view.evaluate(STOPS)
  }
  return found.stops
}

function isBefore({ place: [top, left] }: Focused, { place: [oldTop, oldLeft] }: Focused): boolean {
  return top < oldTop || (top === oldTop && left < oldLeft)
}
