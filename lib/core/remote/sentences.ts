import { AppError } from '../errors.ts'
import { clip } from '../language/clip.ts'
import { outside } from '../language/outside.ts'
import type { Phrase } from '../phrase.ts'

const MOST = 5
const LONGEST = 200

/** Returns the remote's sentences in the error, marked as texts from outside. */
export function sentencesOf(error: unknown): Phrase[] {
  const { messages } = error instanceof AppError ? error.details : {}
  if (!Array.isArray(messages)) return []
  return messages.slice(0, MOST).map(text => outside(clip(String(text), LONGEST)))
}
