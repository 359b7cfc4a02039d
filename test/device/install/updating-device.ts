/** A device with release 1 on its disk and release 2 published: files that change, are new, leave, and become folders. */
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
