/** The keys of stored deliveries, and the cases of a delivery: one for each of its messages. */
import type { Target } from '../schema.ts'

export const DELIVERIES = 'chat/delivery/'

const PREFIX = 'delivery/'

/**
 * The case of one message in a delivery. `delivery` is the name of the delivery in its first spelling, so that every
 * spelling leads to the same cases.
 */
export function caseOf(delivery: string, { id }: Target): string {
  return `${PREFIX}${delivery}/${id}`
}

/** Whether a message belongs to a delivery; the messages of notices and of the status belong to none. */
export function isOfDelivery(caseName: string): boolean {
  return caseName.startsWith(PREFIX)
}
