/** The stylesheet has the values of the design tokens, is small, and has readable contrasts; the script is small too. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { PASSKEY_SCRIPT } from '../../../lib/console/frame/script.ts'
import { STYLE, styleOf } from '../../../lib/console/frame/style.ts'

const CSS = readFileSync(
  fileURLToPath(import.meta.resolve('@digital-go-jp/design-tokens/dist/tokens.css')),
  'utf8',
)
/** The design tokens by their names: `color-neutral-white` is `#ffffff`. */
const TOKENS = new Map(
  [...CSS.matchAll(/--([\w-]+): (.*);/g)].map(([, name = '', value = '']) => [name, value]),
)

const gray = (step: number) => `color-neutral-solid-gray-${step}`
const colour = (name: string) => `color-primitive-${name}`

const COLOURS = {
  light: {
    ground: 'color-neutral-white',
    card: gray(50),
    line: gray(420),
    ink: gray(900),
    soft: gray(700),
    act: colour('blue-900'),
    on: 'color-neutral-white',
    good: colour('green-900'),
    warn: colour('yellow-1100'),
    bad: colour('red-900'),
    tint: colour('yellow-50'),
    focus: colour('yellow-300'),
  },
  dark: {
    ground: gray(900),
    card: gray(800),
    line: gray(400),
    ink: gray(50),
    soft: gray(200),
    act: colour('blue-300'),
    on: gray(900),
    good: colour('green-200'),
    warn: colour('yellow-300'),
    bad: colour('red-200'),
    tint: gray(800),
  },
}

const [light = {}, dark = {}] = [...STYLE.matchAll(/:root\{([^}]*)\}/g)].map(([, body = '']) =>
  Object.fromEntries([...body.matchAll(/--(\w+):([^;]+)/g)].map(([, name, value]) => [name, value])),
) as Record<string, string>[]

const valuesOf = (names: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(names).map(([name, token]) => [name, TOKENS.get(token)]))

test('the colours are those of the design tokens, light and dark', () => {
  expect(light).toEqual(valuesOf(COLOURS.light))
  expect(dark).toEqual(valuesOf(COLOURS.dark))
  expect([...STYLE.matchAll(/#[0-9a-f]{3,8}\b/g)]).toHaveLength(
    Object.keys({ ...light }).length + Object.keys(dark).length,
  )
})

const valuesWith = (prefix: string) =>
  [...TOKENS].filter(([name]) => name.startsWith(prefix)).map(([, value]) => value.replace(/^0\./, '.'))

test.each([
  ['font sizes', 'font-size', /font-size:([^;}]+)/g],
  ['font weights', 'font-weight', /font-weight:([^;}]+)/g],
  ['corners', 'border-radius', /border-radius:([^;}]+)/g],
  ['line heights', 'line-height', /line-height:([^;}]+)/g],
])('the %s are those of the design tokens', (_, prefix, pattern) => {
  const used = [...STYLE.matchAll(pattern)].map(([, value]) => value)
  expect(used.length).toBeGreaterThan(0)
  expect(used.filter(value => !valuesWith(prefix).includes(value ?? ''))).toEqual([])
})

test('the fonts are those of the design tokens', () => {
  expect(STYLE).toContain(`font:1rem/1.7 ${TOKENS.get('font-family-sans')?.replaceAll(', ', ',')}`)
  expect(STYLE).toContain(`font-family:${TOKENS.get('font-family-mono')?.replaceAll(', ', ',')}`)
})

describe.each([
  ['light', light],
  ['dark', { ...light, ...dark }],
])('%s: the contrast', (_, colours) => {
  test.each([
    ['ink', 'ground', 7],
    ['ink', 'card', 7],
    ['ink', 'tint', 7],
    ['soft', 'ground', 4.5],
    ['act', 'ground', 4.5],
    ['on', 'act', 4.5],
    ['good', 'ground', 4.5],
    ['warn', 'ground', 4.5],
    ['bad', 'ground', 4.5],
    // the border of a field (WCAG 1.4.11)
    ['line', 'ground', 3],
  ])('of %s on %s is at least %i', (one, other, least) => {
    const [a, b] = [one, other].map(name => luminance(colours[name] ?? ''))
    expect((Math.max(a!, b!) + 0.05) / (Math.min(a!, b!) + 0.05)).toBeGreaterThanOrEqual(least)
  })
})

test('the script for passkeys is small', () => expect(PASSKEY_SCRIPT.length).toBeLessThan(2_200))

const rulesIn = (sheet: string) => sheet.match(/[^{}]+\{[^{}]*\}/g) ?? []

test.each([
  ['an element', '<img src="/a">', 'img{max-width', 'summary{'],
  ['a class', '<p class="money">1</p>', '.money,.number{', '.beside'],
  ['an element in a class', '<nav><a href="/a">a</a></nav>', 'nav a{', 'nav ul'],
  ['an attribute', '<input aria-invalid="true">', '[aria-invalid=true]{', '[type=checkbox]'],
  ['an element that the script makes', "document.createElement('small')", 'small,', 'mark{'],
  ['a class at one width', '<p class="beside">a</p>', '@media (min-width:40rem){.beside{', '@media print'],
  ['no element', '', ':focus-visible{', '@media (max-width'],
])('a page gets the rules of what it has: %s', (_, source, has, hasNot) => {
  const sent = styleOf(source)
  expect(sent).toContain(has)
  expect(sent).not.toContain(hasNot)
  const all = rulesIn(STYLE)
  const places = rulesIn(sent).map(rule => all.findIndex(one => one === rule || one.endsWith(`{${rule}`)))
  expect(places).toEqual(places.toSorted((one, other) => one - other))
})

test('the sheet is small, and asks for nothing from elsewhere', () => {
  expect(STYLE.length).toBeLessThan(4_500)
  expect(STYLE).not.toMatch(/@import|url\(/)
})

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
