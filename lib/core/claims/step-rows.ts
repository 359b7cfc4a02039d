/** The steps of a claim as rows, which the command line and the console share. Pure. */
import { approvalIn } from '../http/router.ts'
import { catalogue, phrase } from '../language/catalogue.ts'
import { reasonIn, type SaidReason } from '../language/text.ts'
import { dayTimeText } from '../language/wall-clock.ts'
import type { Reason } from '../phrase.ts'

const STEPS = catalogue('claims.steps', {
  when: { en: 'when', ja: '日時' },
  what: { en: 'what', ja: '状態' },
  who: { en: 'who', ja: '担当' },
  why: { en: 'why', ja: '理由' },
})

export const STEP_HEADS = Object.values(STEPS).map(label => phrase(label))

/** Returns the cells of a step: when, what, who and why. `word` is the name of the state. */
export function stepCells(
  { at, by, reason }: { readonly reason?: SaidReason | undefined; readonly at: string; readonly by: string },
  { timezone, word }: { readonly timezone: string; readonly word: Reason },
): Reason[] {
  return [dayTimeText(at, timezone), word, approvalIn(by)?.name ?? by, reasonIn(reason)]
}
