import type { Decision, Described, Waiting, WaitingSource } from '../../../core/claims/waiting.ts'
import type { Send } from '../../../core/http/client.ts'
import { catalogue } from '../../../core/language/catalogue.ts'

export const KINDS = {
  deal: ['release', 'free'],
  file: ['free'],
  purchase: ['release', 'order', 'noOrder', 'verified'],
  message: ['message', 'notSent'],
} as const

export const KIND_NAMES = catalogue('settle.kinds', {
  deal: { en: 'deal', ja: '取引' },
  file: { en: 'file', ja: 'ファイル' },
  purchase: { en: 'purchase', ja: 'ドメインの購入' },
  message: { en: 'message', ja: 'メッセージ' },
})

export type Kind = keyof typeof KINDS

export const ALL_KINDS = Object.keys(KINDS) as readonly Kind[]

export type DecisionName = (typeof KINDS)[Kind][number]

/** The option has the decision's name. Only `sent` is stated by `--message`, which takes the message's identifier. */
export function optionOf({ name }: Pick<Decision, 'name'>): DecisionName {
  return name === 'sent' ? 'message' : (name as DecisionName)
}

export function decisionOf(
  { decisions }: Pick<Described, 'decisions'>,
  option: DecisionName | undefined,
): Decision | undefined {
  return decisions.find(decision => optionOf(decision) === option)
}

export interface ItemSource {
  readonly kind: Kind
  readonly source: WaitingSource
  readonly send: Send
}

export interface OpenItem extends ItemSource {
  readonly item: Waiting
}
