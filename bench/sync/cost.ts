/**
 * The cost of a transfer: bytes on the socket in both directions, headers included, and the time of the whole program.
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { byteText } from '../../lib/cli/terminal/progress.ts'
import type { CountingProxy } from '../counting-proxy.ts'
import { type Measurement, median } from '../measurement.ts'

export interface Cost {
  readonly bytes: number
  readonly milliseconds: number
}

/** An aim in bytes. */
export interface Aim {
  readonly text: string
  readonly bytes: number
}

export const run = promisify(execFile)

export async function costOf(proxy: CountingProxy, work: () => Promise<unknown>): Promise<Cost> {
  proxy.take()
  const started = performance.now()
  await work()
  return { milliseconds: performance.now() - started, bytes: proxy.take() }
}

export function medianCost(costs: readonly Cost[]): Cost {
  return {
    bytes: median(costs.map(({ bytes }) => bytes)),
    milliseconds: median(costs.map(({ milliseconds }) => milliseconds)),
  }
}

export function row(what: string, cost: Cost, aim?: Aim): Measurement {
  const { bytes, milliseconds } = cost
  const found = `${byteText(bytes)}, ${milliseconds.toFixed(0)} ms`
  return { what, found, ...(aim && { aim: { text: aim.text, held: bytes <= aim.bytes } }) }
}

export async function isInstalled(command: string): Promise<boolean> {
  return run(command, ['--version']).then(
    () => true,
    () => false,
  )
}
