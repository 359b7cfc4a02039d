import type { DeviceReport } from '../../../core/release/device-state.ts'

export interface JudgedDevice
  extends Pick<
    DeviceReport,
    'release' | 'expected' | 'installed' | 'indexed' | 'whole' | 'behind' | 'silent' | 'revoked'
  > {
  readonly problems?: readonly unknown[] | undefined
  readonly waiting?: readonly unknown[] | undefined
}

/** The states, the most urgent first. A device is `ahead` if it has a newer release than the host serves. */
export const STATE_NAMES = [
  'silent',
  'behind',
  'incomplete',
  'waiting',
  'problems',
  'ahead',
  'whole',
  'revoked',
] as const

export type StateName = (typeof STATE_NAMES)[number]

/** All states except `waiting` and `problems`. A device in use without a fault is `whole` or `ahead`. */
export function statesOf(device: JudgedDevice): StateName[] {
  const { revoked, whole, behind, silent } = device
  if (revoked) return ['revoked']
  const faults: StateName[] = [
    ...(silent ? ['silent' as const] : []),
    ...(behind ? ['behind' as const] : []),
    ...(isComplete(device) ? [] : ['incomplete' as const]),
  ]
  return faults.length > 0 ? faults : [whole ? 'whole' : 'ahead']
}

/** The state that a person acts on. */
export function mainStateOf(device: JudgedDevice): StateName {
  const [first = 'whole'] = statesOf(device)
  if (first !== 'whole') return first
  if ((device.waiting ?? []).length > 0) return 'waiting'
  return (device.problems ?? []).length > 0 ? 'problems' : 'whole'
}

function isComplete({ release, expected, installed, indexed }: JudgedDevice): boolean {
  return release !== undefined && installed === expected && indexed === expected
}
