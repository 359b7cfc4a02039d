import { wholeYen } from '../../../lib/services/accounting/fields/yen.ts'

/** Returns whole yen for a request or a deal of a test. */
export const yen = (amount: number) => wholeYen.parse(amount)
