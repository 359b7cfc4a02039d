/** What the start files of all systems share: the names in an enrolled folder, and what enrolment writes into them. */
import type { Language } from '../../../core/language/language.ts'
import type { PinnedNode } from '../../../device/node-build.ts'

/** What enrolment writes into the start files. */
export interface StartFacts {
  /** The language of the person at the device. */
  readonly language: Language
  /** The address of the company's proxy. */
  readonly proxy?: string | undefined
  /** The build of Node that the start file fetches. */
  readonly node: PinnedNode
}

/** The name of the device program's file. */
export const DEVICE_PROGRAM_NAME = 'kura-device.mjs'

/** The name of the program before the last update, which runs if the device program does not start. */
export const PREVIOUS_PROGRAM_NAME = 'kura-device.previous.mjs'
