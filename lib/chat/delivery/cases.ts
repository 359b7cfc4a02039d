/** The cases of a delivery: one for each message of it. */
import type { Target } from '../schema.ts'

const PREFIX = 'delivery/'

export function caseOf(delivery: string, { id }: Target): string {
  return `${PREFIX}${delivery}/${id}`
}

/** Whether a message belongs to a delivery; notices and status messages do not. */
export function isOfDelivery(caseName: string): boolean {
  return caseName.startsWith(PREFIX)
}
