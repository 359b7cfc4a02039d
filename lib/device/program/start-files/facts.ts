/** The facts that enrolment writes into the start files of all systems. */
import type { Language } from '../../../core/language/language.ts'
import type { PinnedNode } from '../node-build.ts'

export interface StartFacts {
  /** The language of the person at the device. */
  readonly language: Language
  readonly proxy?: string | undefined
  readonly node: PinnedNode
}
