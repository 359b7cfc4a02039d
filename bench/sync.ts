/**
 * Compares the cost of a sync with rsync, zstd and curl: one table of one run over the same data. Bytes are counted on
 * the socket in both directions, headers included; the time is that of the whole program, its start included. With
 * `--against DIR`, the device program of a second checkout takes turns with this one, at the same host.
 */
import type { Measurement } from './measurement.ts'
import { measureFull } from './sync/full.ts'
import { measureUpdates } from './sync/update.ts'

export async function measureSync(against?: string): Promise<Measurement[]> {
  return [...(await measureFull(against)), ...(await measureUpdates())]
}
