/** Every kind of matter that needs a person, and the form of a notice: plain data, whose text is written when it is sent. */

import type { Phrase } from '../../../phrase.ts'
import { accountingMatters } from './accounting.ts'
import { activityMatters } from './activity.ts'
import { chatMatters } from './chat.ts'
import { cronMatters } from './cron.ts'
import { deviceMatters, releaseMatters } from './devices.ts'
import { emailMatters } from './emails.ts'
import { exposureMatters } from './exposure.ts'
import { orderMatters } from './orders.ts'
import { purchaseMatters } from './purchases.ts'
import { receiptMatters } from './receipts.ts'
import { tokenMatters } from './tokens.ts'
import type { MatterWords } from './words.ts'

type Values = Phrase['values']

/** In the order in which they are told, within one urgency. */
export const MATTERS = {
  ...exposureMatters,
  ...purchaseMatters,
  ...accountingMatters,
  ...receiptMatters,
  ...orderMatters,
  ...chatMatters,
  ...tokenMatters,
  ...cronMatters,
  ...emailMatters,
  ...releaseMatters,
  ...deviceMatters,
  ...activityMatters,
}

export type NoticeKind = keyof typeof MATTERS

export type FactsOf<Kind extends NoticeKind> = Parameters<(typeof MATTERS)[Kind]['values']>[0]

/** What a person has to do, raised by the owner of the state that calls for it. */
export type Notice = {
  readonly [Kind in NoticeKind]: {
    /** What it is about: `registrar/purchase/example.com`. A notice that is no longer raised is over. */
    readonly key: string
    /** How far things have come. A new step is a new reason to tell people, so nothing that only grows is a step. */
    readonly step: string
    readonly kind: Kind
    /** Without secrets and contact data. */
    readonly facts: FactsOf<Kind>
  }
}[NoticeKind]

export function isNoticeKind(kind: unknown): kind is NoticeKind {
  return typeof kind === 'string' && Object.hasOwn(MATTERS, kind)
}

/** The texts of a kind, for whatever facts it has. */
export function wordsOf(kind: NoticeKind): MatterWords<never, Values> {
  return MATTERS[kind] as unknown as MatterWords<never, Values>
}
