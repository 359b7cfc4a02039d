/** A step is data, and the disk alone decides its next act, so an installation can be interrupted anywhere. Pure. */
import * as z from 'zod/mini'
import { phrase } from '../../core/language/catalogue.ts'
import type { Phrase } from '../../core/phrase.ts'
import { stateSchema } from '../trust/state-file.ts'
import { INSTALL_FAILURES } from './words.ts'

const sha256 = z.string()

const stepSchema = () =>
  z.discriminatedUnion('do', [
    /** `installed` is the SHA-256 of the file that kura had installed there, if any. */
    z.object({ do: z.literal('remove'), path: z.string(), installed: z.optional(sha256) }),
    z.object({ do: z.literal('drop-folder'), path: z.string() }),
    z.object({ do: z.literal('make-folder'), path: z.string() }),
    z.object({ do: z.literal('put'), path: z.string(), sha256, installed: z.optional(sha256) }),
  ])
export type Step = z.infer<ReturnType<typeof stepSchema>>

export const journalSchema = () =>
  z.object({
    v: z.literal(1),
    steps: z.array(stepSchema()),
    next: stateSchema,
    previous: z.optional(stateSchema),
    makesIndex: z.boolean(),
  })
export type Journal = z.infer<ReturnType<typeof journalSchema>>

export type Direction = 'forward' | 'backward'

export interface StepFacts {
  readonly target:
    | { readonly kind: 'absent' | 'folder' | 'empty-folder' }
    | { readonly kind: 'file'; readonly sha256: string }
    | { readonly kind: 'blocked'; readonly at: string }
  /** The entry that this step has moved away and keeps: a file by its SHA-256, or `folder`. */
  readonly saved: string | undefined
  readonly staged: boolean
}

export type Act =
  | 'nothing'
  /** Give the present file a second name. */
  | 'save'
  /** Move the staged content to the path, over a file. */
  | 'place'
  /** Move the present file or folder away and keep it. Neither this nor restoring it needs disk space. */
  | 'take'
  | 'restore'
  /** Remove what this installation has put there. */
  | 'withdraw'
  | 'make-folder'
  | 'drop-folder'
  | { readonly stuck: Phrase }

/** Says which facts, besides the target, decide the next act. The others need not be read from the disk. */
export function decisiveFacts(
  step: Step,
  target: StepFacts['target'],
  direction: Direction,
): { readonly saved: boolean; readonly staged: boolean } {
  if (direction === 'backward' || step.do !== 'put') return { saved: true, staged: false }
  const isOther = target.kind === 'file' && target.sha256 !== step.sha256
  return { saved: isOther, staged: isOther || target.kind === 'absent' }
}

/** The next act of a step; `nothing` once the step is done. */
export function nextAct(step: Step, facts: StepFacts, direction: Direction): Act {
  const decisions = direction === 'forward' ? FORWARD : BACKWARD
  return decisions[step.do](facts, step.do === 'put' ? step.sha256 : undefined)
}

/** The acts by the kind of step; `sha256` is the content of a step `put`. */
type Decisions = Readonly<Record<Step['do'], (facts: StepFacts, sha256: string | undefined) => Act>>

const FORWARD: Decisions = {
  put({ target, saved, staged }, sha256) {
    if (target.kind === 'file' && target.sha256 === sha256) return 'nothing'
    if (target.kind !== 'file' && target.kind !== 'absent') return stuck(target)
    if (!staged) return { stuck: phrase(INSTALL_FAILURES.notStaged) }
    return target.kind === 'file' && target.sha256 !== saved ? 'save' : 'place'
  },
  // a file that appeared after the installed one was moved away is a person's file, and stays
  remove: ({ target, saved }) => (target.kind === 'file' && saved === undefined ? 'take' : 'nothing'),
  'make-folder': ({ target }) => {
    if (target.kind === 'absent') return 'make-folder'
    return target.kind === 'folder' || target.kind === 'empty-folder' ? 'nothing' : stuck(target)
  },
  'drop-folder': ({ target, saved }) =>
    target.kind === 'empty-folder' && saved === undefined ? 'take' : 'nothing',
}

/** Undoing never gets stuck: if a person has put something in a file's place, the file stays among the saved ones. */
const BACKWARD: Decisions = {
  put({ target, saved }, sha256) {
    const kept = saved !== undefined && saved !== 'folder'
    const placed = target.kind === 'file' && target.sha256 === sha256
    if (placed) return kept ? 'restore' : 'withdraw'
    // a file with another digest stays, because it is a person's, or the old file that was not replaced yet
    return kept && target.kind === 'absent' ? 'restore' : 'nothing'
  },
  remove: ({ target, saved }) => (saved !== undefined && target.kind === 'absent' ? 'restore' : 'nothing'),
  'make-folder': ({ target }) => (target.kind === 'empty-folder' ? 'drop-folder' : 'nothing'),
  'drop-folder': ({ target, saved }) =>
    target.kind === 'absent' && saved === 'folder' ? 'restore' : 'nothing',
}

function stuck(target: StepFacts['target']): Act {
  if (target.kind === 'blocked') return { stuck: phrase(INSTALL_FAILURES.blocks, { at: target.at }) }
  return { stuck: phrase(target.kind === 'file' ? INSTALL_FAILURES.file : INSTALL_FAILURES.folder) }
}
