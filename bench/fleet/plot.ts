/** Draws the monthly price by the size of the fleet as an SVG in black on white, which can be read without colours. */

export interface Line {
  readonly name: string
  /** The dash pattern of the line; empty for a solid line. */
  readonly dashes: string
  readonly points: readonly (readonly [devices: number, dollars: number])[]
}

const WIDTH = 720
const HEIGHT = 420
const EDGE = { left: 70, right: 150, top: 40, bottom: 50 } as const
const DEVICES = [1_000, 10_000, 100_000] as const
const DOLLARS = [10, 100, 1_000] as const

export function drawPlot(lines: readonly Line[]): string {
  const body = [
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    text(EDGE.left, 22, 'Price of a month by devices, US dollars (both axes logarithmic)', 'start'),
    ...DEVICES.flatMap(devices => [
      grid(x(devices), EDGE.top, x(devices), HEIGHT - EDGE.bottom),
      text(x(devices), HEIGHT - EDGE.bottom + 20, devices.toLocaleString('en'), 'middle'),
    ]),
    ...DOLLARS.flatMap(dollars => [
      grid(EDGE.left, y(dollars), WIDTH - EDGE.right, y(dollars)),
      text(EDGE.left - 8, y(dollars) + 4, `$${dollars.toLocaleString('en')}`, 'end'),
    ]),
    ...lines.flatMap(drawLine),
  ]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" font-family="sans-serif" font-size="12">`,
    '<title>Price of a month by the number of devices</title>',
    ...body,
    '</svg>',
    '',
  ].join('\n')
}

function drawLine({ name, dashes, points }: Line): string[] {
  const places = points.map(([devices, dollars]) => [x(devices), y(dollars)] as const)
  const path = places.map(([left, top]) => `${left},${top}`).join(' ')
  const [left, top] = places.at(-1) ?? [0, 0]
  return [
    `<polyline points="${path}" fill="none" stroke="#000" stroke-width="2" stroke-dasharray="${dashes}"/>`,
    ...places.map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="3"/>`),
    text(left + 10, top + 4, name, 'start'),
  ]
}

function grid(x1: number, y1: number, x2: number, y2: number): string {
  return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="#ccc"/>`
}

function text(left: number, top: number, words: string, anchor: string): string {
  return `<text x="${left}" y="${top}" text-anchor="${anchor}">${words}</text>`
}

function x(devices: number): number {
  return place(devices, DEVICES[0], DEVICES[2], [EDGE.left, WIDTH - EDGE.right])
}

function y(dollars: number): number {
  return place(dollars, DOLLARS[0], DOLLARS[2], [HEIGHT - EDGE.bottom, EDGE.top])
}

function place(value: number, least: number, most: number, [start, end]: readonly [number, number]): number {
  const share = Math.log(value / least) / Math.log(most / least)
  return Math.round((start + share * (end - start)) * 10) / 10
}
