/** What importing deals depends on. */
import type { DealDeps } from '../deals/register.ts'
import type { ReceiptDeps } from '../receipts/upload.ts'

export interface ImportDeps extends DealDeps, Pick<ReceiptDeps, 'receipts'> {}
