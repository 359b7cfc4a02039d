import { draftItems } from '../console/drafts/notices.ts'
import { passkeyItems } from '../console/people/notice-words.ts'
import type { NoticeOf } from '../core/language/open-item.ts'
import { exposureItems } from '../exposure/notice-words.ts'
import { dealItems } from '../services/accounting/deals/notice-words.ts'
import { learningItems } from '../services/accounting/learning/notice-words.ts'
import { receiptItems } from '../services/accounting/receipts/notice-words.ts'
import { tokenItems } from '../services/accounting/tokens/notices.ts'
import { activityItems } from '../services/activity/notice-words.ts'
import { enrolmentItems } from '../services/admin/notices.ts'
import { chatItems } from '../services/chat/notice-words.ts'
import { deviceItems, releaseItems } from '../services/distribution/notice-words.ts'
import { jobItems, outletItems } from '../services/notices/words.ts'
import { emailItems, orderItems } from '../services/registrar/orders/notice-words.ts'
import { purchaseItems } from '../services/registrar/purchase/notice-words.ts'

/** The kinds of notices, in the order in which they are sent within one urgency. */
export const NOTICE_KINDS = {
  ...exposureItems,
  ...enrolmentItems,
  ...passkeyItems,
  ...purchaseItems,
  ...dealItems,
  ...draftItems,
  ...learningItems,
  ...receiptItems,
  ...orderItems,
  ...chatItems,
  ...tokenItems,
  ...jobItems,
  ...outletItems,
  ...emailItems,
  ...releaseItems,
  ...deviceItems,
  ...activityItems,
}

export type NoticeKind = keyof typeof NOTICE_KINDS

export type KnownNotice = NoticeOf<typeof NOTICE_KINDS>
