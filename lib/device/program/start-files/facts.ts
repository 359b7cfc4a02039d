/** The facts that enrolment writes into the start files of all systems. */
import type { Language } from '../../../core/language/language.ts'
import type { PinnedNode } from '../node-build.ts'

export interface StartFacts {
  /** The language of the person at the device. */
  readonly language: Language
  /** The address of the company's proxy. */
  readonly proxy?: string | undefined
  /** The build of Node that the start file fetches. */
  readonly node: PinnedNode
}
