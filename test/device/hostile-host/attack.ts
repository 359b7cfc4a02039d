/** Attacks by a host: after each, the files of release 1 are whole, and the next run succeeds. */
import { expect } from 'vitest'
import { createDevice, type TestDevice } from '../../helpers/device/device.ts'
import type { HostReply } from '../../helpers/device/host.ts'

export const BEFORE = { 'a.md': 'A', 'docs/b.md': 'B' }
export const AFTER = { 'a.md': 'A2', 'docs/b.md': 'B', 'c.md': 'C' }
const INDEX = '## Shared\n\n- [a.md](a.md)\n- [docs/b.md](docs/b.md)\n'

/** A device that has release 1, and a host that hands out release 2. */
export async function updating(wire: 1 | 2 = 2): Promise<TestDevice> {
  const device = await createDevice(BEFORE)
  device.host.wire = wire
  await device.sync()
  device.publish(2, AFTER)
  return device
}

export async function expectBefore(device: TestDevice): Promise<void> {
  expect(await device.files()).toEqual({ ...BEFORE, 'MEMORY.md': INDEX })
}

export async function expectAfter(device: TestDevice): Promise<void> {
  expect(await device.files()).toMatchObject(AFTER)
}

export interface Attack {
  readonly name: string
  readonly arrange: (device: TestDevice) => void
  readonly code: string
  readonly message: RegExp
  readonly hint: RegExp
}

export function answerOnce(device: TestDevice, answer: HostReply): void {
  device.host.bend = (reply, { asked }) => (asked.body.status ? reply : answer)
}

/**
 * Expects that the attack changes nothing and that the message says what to do; without the attack, the next run
 * installs the release.
 */
export async function expectWithstood({
  wire,
  arrange,
  code,
  message,
  hint,
}: Attack & { wire: 1 | 2 }): Promise<void> {
  const device = await updating(wire)
  arrange(device)
  const error = await device.failure()
  expect(error).toMatchObject({ code })
  expect(error.message).toMatch(message)
  expect(error.hint).toMatch(hint)
  await expectBefore(device)
  device.host.bend = reply => reply
  device.host.roots = []
  device.publish(2, AFTER)
  await device.sync()
  await expectAfter(device)
}
