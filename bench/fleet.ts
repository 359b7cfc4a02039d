/**
 * A month of 1,000 to 100,000 devices: what it takes and costs. Writes the table and the plot of docs/scale.md, and the
 * table of a small company in docs/ja/price.md.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { HOURS } from '../lib/device/schedule/task.ts'
import { MEASURED } from './fleet/measured.ts'
import { drawPlot } from './fleet/plot.ts'
import { PRICES_OF, type Price, priceOf } from './fleet/prices.ts'
import { simulate, type Usage } from './fleet/simulate.ts'
import type { Measurement } from './measurement.ts'

const DOCS = join(import.meta.dirname, '..', 'docs')
const SIZES = [1_000, 3_000, 10_000, 30_000, 100_000] as const
const RHYTHMS = [
  { name: 'thrice daily', inJapanese: '1日3回', hours: HOURS, dashes: '6 4' },
  { name: 'hourly', inJapanese: '毎時', hours: Array.from({ length: 24 }, (_, hour) => hour), dashes: '' },
]

interface Row {
  readonly devices: number
  readonly rhythm: string
  readonly usage: Usage
  readonly price: Price
}

export async function measureFleet(): Promise<Measurement[]> {
  const rows = fleetRows()
  const page = join(DOCS, 'scale.md')
  await writeFile(page, withTable(await readFile(page, 'utf8'), rows))
  await writeFile(join(DOCS, 'scale.svg'), fleetPlot(rows))
  const price = join(DOCS, 'ja/price.md')
  await writeFile(price, withPrices(await readFile(price, 'utf8')))
  return rows.map(({ devices, rhythm, price }) => ({
    what: `${devices.toLocaleString('en')} devices, ${rhythm} syncs`,
    found: `${dollars(price)} a month, by the prices of ${PRICES_OF}`,
  }))
}

export function fleetRows(): Row[] {
  return RHYTHMS.flatMap(({ name, hours }) =>
    SIZES.map(devices => {
      const usage = simulate({ devices, hours })
      return { devices, rhythm: name, usage, price: priceOf(usage) }
    }),
  )
}

export function fleetPlot(rows: readonly Row[]): string {
  return drawPlot(
    RHYTHMS.map(({ name, dashes }) => ({
      name: `${name} syncs`,
      dashes,
      points: rows
        .filter(({ rhythm }) => rhythm === name)
        .map(({ devices, price }) => [devices, price.host + price.store] as const),
    })),
  )
}

/** `page` with a new table between the two comments. */
export function withTable(page: string, rows: readonly Row[]): string {
  return withRows(page, [
    '| syncs | devices | requests | GB | store commands | busiest second | CPU hours | host | store | a month |',
    '|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|',
    ...rows.map(tableRow),
  ])
}

/**
 * `page` with a new table of small companies. So few devices seldom meet an instance that knows them: each sync counts
 * as the first request of its instance, which also reads the revoked keys and the state of the device.
 */
export function withPrices(page: string): string {
  return withRows(page, [
    '| 同期 | 端末 | 呼出し | 命令 | ホスト | データベース | 合計 |',
    '|---|--:|--:|--:|--:|--:|--:|',
    ...RHYTHMS.flatMap(rhythm => OFFICES.map(devices => officeRow(devices, rhythm))),
  ])
}

const OFFICES = [5, 20, 50] as const
const MONTH_DAYS = 30
/** Store commands of a new instance for a device with nothing new: the revoked keys, and the state of the device. */
const FIRST_COMMANDS = 2
/** Store commands of a month without the devices: receipts, screens and daily jobs; docs/ja/price.md says which. */
const OFFICE_COMMANDS = 20_000

function officeRow(devices: number, { inJapanese, hours }: (typeof RHYTHMS)[number]): string {
  const usage = simulate({ devices, hours })
  const writes = Math.ceil(24 / MEASURED.stateHours)
  const ofDay = hours.length * FIRST_COMMANDS + Math.min(hours.length, writes)
  const commands = devices * ofDay * MONTH_DAYS + OFFICE_COMMANDS
  const price = priceOf({ ...usage, commands })
  const cells = [inJapanese, String(devices), count(usage.requests), count(commands)]
  const money = [price.host, price.store].map(value => `\\$${value.toFixed(2)}`)
  return `| ${[...cells, ...money, `\\${dollars(price)}`].join(' | ')} |`
}

function withRows(page: string, table: readonly string[]): string {
  const [before, rest = ''] = page.split('<!-- fleet -->\n')
  const [, after = ''] = rest.split('<!-- /fleet -->')
  return `${before}<!-- fleet -->\n${table.join('\n')}\n<!-- /fleet -->${after}`
}

function tableRow({ devices, rhythm, usage, price }: Row): string {
  const cells = [
    rhythm,
    count(devices),
    count(usage.requests),
    (usage.bytes / 1e9).toFixed(1),
    count(usage.commands),
    count(usage.peakRequests / 60),
    (usage.cpuMilliseconds / 3_600_000).toFixed(1),
    `\\$${price.host.toFixed(2)}`,
    `\\$${price.store.toFixed(2)}`,
    `\\${dollars(price)}`,
  ]
  return `| ${cells.join(' | ')} |`
}

function count(value: number): string {
  return Math.ceil(value).toLocaleString('en')
}

function dollars({ host, store }: Price): string {
  return `$${(host + store).toFixed(2)}`
}
