/** A device with release 1 on its disk, and release 2 at the host: files change, are new, leave, or become folders. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { State } from '../../../lib/device/trust/state-file.ts'
import { createDevice, type TestDevice } from '../../helpers/device/device.ts'

export const BEFORE = { 'a.md': 'A', 'twin.md': 'T', 'old/leaves.md': 'L', folder: 'was a file' }
export const AFTER = { 'a.md': 'A2', 'twin.md': 'T2', 'new/twin.md': 'T2', 'folder/in.md': 'F' }

export async function updating(): Promise<TestDevice> {
  const device = await createDevice(BEFORE)
  await device.write('MEMORY.md', '# Mine\n')
  await device.sync()
  device.publish(2, AFTER)
  return device
}

/** Returns the state that the device has stored. */
export async function stateOf({ dir }: TestDevice): Promise<State> {
  return JSON.parse(await readFile(join(dir, '.kura/state.json'), 'utf8'))
}
