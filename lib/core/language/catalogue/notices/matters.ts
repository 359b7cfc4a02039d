/**
 * Every kind of open item that needs a person, and the form of a notice: plain data, whose text is made when the notice
 * is sent.
 */

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

/** The texts of each kind. Within one urgency, messages list the kinds in this order. */
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

/** A notice that a person has to do something. The service that owns the state raises it. */
export type Notice = {
  readonly [Kind in NoticeKind]: {
    /** What it is about: `registrar/purchase/example.com`. A notice that is no longer raised is over. */
    readonly key: string
    /**
     * The state that the item has reached. People are notified again of each new step, so a step is never a number that
     * keeps growing.
     */
    readonly step: string
    readonly kind: Kind
    /** Without secrets and contact data. */
    readonly facts: FactsOf<Kind>
  }
}[NoticeKind]

export function isNoticeKind(kind: unknown): kind is NoticeKind {
  return typeof kind === 'string' && Object.hasOwn(MATTERS, kind)
}

/** The texts of a kind, without the type of its facts. */
export function wordsOf(kind: NoticeKind): MatterWords<never, Values> {
  return MATTERS[kind] as unknown as MatterWords<never, Values>
}
