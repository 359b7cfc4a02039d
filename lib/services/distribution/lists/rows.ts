import { type Message, phrase } from '../../../core/language/catalogue.ts'
import type { Phrase, Reason } from '../../../core/phrase.ts'
import type { DeviceReport } from '../../../core/release/device-state.ts'
import { deviceItems } from '../notice-words.ts'
import type { StateName } from './states.ts'
import { WORDS } from './words.ts'

/** The acts by state; a whole device needs none. */
const ACTS: Readonly<Partial<Record<StateName, Message<Record<never, never>>>>> = {
  silent: deviceItems.device_silent.act,
  behind: deviceItems.device_behind.act,
  incomplete: WORDS.doIncomplete,
  waiting: deviceItems.device_waiting.act,
  problems: deviceItems.device_problems.act,
  ahead: deviceItems.host_behind.act,
  revoked: WORDS.doRevoked,
}

export function actFor(state: StateName): Phrase | undefined {
  const act = ACTS[state]
  return act && phrase(act)
}

export function releaseOf({ version }: { readonly version?: number | undefined }): Reason {
  return version === undefined ? phrase(WORDS.none) : String(version)
}

export function filesOf({ installed, expected }: Pick<DeviceReport, 'installed' | 'expected'>): Phrase {
  return phrase(WORDS.files, { installed, expected })
}
