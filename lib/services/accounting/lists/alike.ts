import type { Rows } from '../../../core/claims/waiting.ts'
import { hasCode } from '../../../core/errors.ts'
import type { Client } from '../../../core/http/client.ts'
import type { ReplyOf } from '../../../core/http/contract.ts'
import { catalogue, phrase } from '../../../core/language/catalogue.ts'
import type { Phrase } from '../../../core/phrase.ts'
import type { AccountingContract } from '../contract.ts'
import { type AlikeDeal, alikeText } from './deal-rows.ts'
import { NO_NAMES, type RecordNames } from './names.ts'
import { LABELS } from './words.ts'

const WORDS = catalogue('settle.alike', {
  other: { en: 'looks like {other}', ja: '似ている取引：{other}' },
  isTwo: {
    en: 'to send it states that it is another receipt; --free --reason TEXT declines it',
    ja: '登録すると、別の領収書であると記録します（同じ領収書の場合は --free --reason 理由 で却下）',
  },
})

/** Errors after which kura shows only the stored data. */
export const UNANSWERED = [
  'remote_unreachable',
  'remote_silent',
  'remote_answer',
  'remote_refused',
  'limited',
  'reauthorize',
  'token_busy',
  'permission_missing',
] as const

/**
 * Returns no deals while the service does not answer. That is safe: the host refuses to release a deal that looks like
 * one that the person has not seen.
 */
export async function readAlike(
  { case: name, state, body, operation }: ReplyOf<AccountingContract, 'case'>,
  { api, person }: { readonly api: Client<AccountingContract>; readonly person: string },
): Promise<readonly AlikeDeal[]> {
  if (state !== 'review' || !body) return []
  const asked = { params: { case: name }, body: { person, operation } }
  const reply = await api.releaseCase(asked).catch(unanswered)
  return reply?.mode === 'dry-run' ? reply.alike : []
}

function unanswered(error: unknown): undefined {
  if (!hasCode(error, 'conflict', 'not_found', ...UNANSWERED)) throw error
}

/** Whether a release states that this deal is another receipt. Cases that wait are left out. */
export function mayBeDeal({ state }: AlikeDeal): boolean {
  return state !== 'review'
}

/** The ids that a release calls other receipts: all that may be deals, and the cases in `beside`, decided together. */
export function apartOf(alike: readonly AlikeDeal[], beside: readonly string[] | undefined): string[] {
  if (!beside) return []
  return alike.filter(other => mayBeDeal(other) || beside.includes(other.case ?? '')).map(({ id }) => id)
}

/** The rows of similar deals. The last row says what a release states about them. */
export function alikeRows(alike: readonly AlikeDeal[], names: RecordNames): Rows {
  const label = phrase(LABELS.alike)
  return [
    ...alike.map(other => [label, alikeText(other, names)] as const),
    ...(alike.some(mayBeDeal) ? [[label, phrase(WORDS.isTwo)] as const] : []),
  ]
}

export function looksLike(other: AlikeDeal, names: RecordNames = NO_NAMES): Phrase {
  return phrase(WORDS.other, { other: alikeText(other, names) })
}
