/**
 * Takes the name of the case out of an error about unknown names. A file of its own: only the console needs it. Pure.
 */
import type { Phrase, Reason, Value } from '../../../../core/phrase.ts'
import { WORDS } from './unknown-names.ts'

/** The reason without the words that name the case, for a row that shows the name already. */
export function withoutCase(reason: Reason): Reason {
  return typeof reason === 'string' ? reason : plainPhrase(reason)
}

function plainPhrase(given: Phrase): Phrase {
  const { problem } = given.values
  if (given.id === WORDS.case.id && isPhrase(problem)) return problem
  const values = Object.entries(given.values).map(([name, value]) => [
    name,
    isPhrase(value) ? plainPhrase(value) : value,
  ])
  return { ...given, values: Object.fromEntries(values) as Phrase['values'] }
}

function isPhrase(value: Value | undefined): value is Phrase {
  return typeof value === 'object' && 'id' in value
}
