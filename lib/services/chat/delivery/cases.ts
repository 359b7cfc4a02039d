/** The cases of a delivery: one for each message of it. */
import type { Target } from '../schema.ts'

const PREFIX = 'delivery/'

/** By the name that the delivery was first given, so that every spelling of it has the same cases. */
export function caseOf(delivery: string, { id }: Target): string {
  return `${PREFIX}${delivery}/${id}`
}

/** Whether a message belongs to a delivery; notices and status messages do not. */
export function isOfDelivery(caseName: string): boolean {
  return caseName.startsWith(PREFIX)
}
