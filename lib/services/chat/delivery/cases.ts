import type { Target } from '../schema.ts'

export const DELIVERIES = 'chat/delivery/'

const PREFIX = 'delivery/'

/** The case of a target. `delivery` is the name in its first spelling, so every spelling leads to the same cases. */
export function caseOf(delivery: string, { id }: Target): string {
  return `${PREFIX}${delivery}/${id}`
}

/** Whether a message belongs to a delivery. Messages of notices and of the status belong to none. */
export function isOfDelivery(caseName: string): boolean {
  return caseName.startsWith(PREFIX)
}
