/** The deals and cases that look like a waiting deal, as a person sees them before its release. */
import type { ReplyOf } from '../../../core/http/contract.ts'
import { catalogue, phrase } from '../../../core/language/catalogue.ts'
import type { Phrase, Reason } from '../../../core/phrase.ts'
import type { AccountingContract } from '../../../services/accounting/contract.ts'
import { alikeText, type DealBody } from '../../../services/accounting/lists/deal-rows.ts'
import type { RecordNames } from '../../../services/accounting/lists/names.ts'
import { LABELS } from '../../../services/accounting/lists/words.ts'
import type { AccountingApi } from '../accounting/call.ts'

const WORDS = catalogue('settle.alike', {
  other: { en: 'looks like {other}', ja: '似ている取引：{other}' },
  isTwo: {
    en: 'to send it states that it is another receipt; --free --reason TEXT declines it',
    ja: '登録すると、別の領収書であると記録します（同じ領収書の場合は --free --reason 理由 で却下）',
  },
})

type AlikeDeal = Extract<
  ReplyOf<AccountingContract, 'releaseCase'>,
  { readonly mode: 'dry-run' }
>['alike'][number]

/** Returns the names of the records in a body; each company's names are read once. */
export type NamesOf = (body: DealBody) => Promise<RecordNames>

/** Returns what a waiting deal looks like. */
export type ReadAlike = () => Promise<readonly AlikeDeal[]>

/** Returns a function that reads once, when the rows are shown: a decision then names what was shown. */
export function onceOnly(read: ReadAlike): ReadAlike {
  let result: ReturnType<ReadAlike> | undefined
  return () => {
    result ??= read()
    return result
  }
}

/** Asks the host what a waiting deal looks like. */
export async function readAlike(
  { case: name, state, body, operation }: ReplyOf<AccountingContract, 'case'>,
  api: AccountingApi,
): Promise<readonly AlikeDeal[]> {
  if (state !== 'review' || !body) return []
  const reply = await api.releaseCase({ params: { case: name }, body: { person: 'kura', operation } })
  return reply.mode === 'dry-run' ? reply.alike : []
}

/** Whether another case has a deal, or may have one: then a release states that these are two. */
export function mayBeDeal({ state }: AlikeDeal): boolean {
  return state !== 'review'
}

/**
 * Returns the ids of those that a release states to be others: the deals, and the cases that are decided together with
 * it. None if the person does not decide now.
 */
export function apartOf(alike: readonly AlikeDeal[], inView: readonly string[] | undefined): string[] {
  if (!inView) return []
  return alike.filter(other => mayBeDeal(other) || inView.includes(other.case ?? '')).map(({ id }) => id)
}

/** Returns a row for each deal or case that looks the same, and what a release states. */
export async function alikeRows(
  alike: readonly AlikeDeal[],
  body: DealBody,
  namesOf: NamesOf,
): Promise<(readonly Reason[])[]> {
  const texts = await textsOf(alike, body, namesOf)
  const label = phrase(LABELS.alike)
  return [
    ...texts.map(text => [label, text]),
    ...(alike.some(mayBeDeal) ? [[label, phrase(WORDS.isTwo)]] : []),
  ]
}

/** Returns a text for each deal or case that looks the same, for the cell of a table. */
export async function alikeTexts(
  alike: readonly AlikeDeal[],
  body: DealBody,
  namesOf: NamesOf,
): Promise<Phrase[]> {
  return (await textsOf(alike, body, namesOf)).map(other => phrase(WORDS.other, { other }))
}

async function textsOf(alike: readonly AlikeDeal[], body: DealBody, namesOf: NamesOf): Promise<Phrase[]> {
  const texts: Phrase[] = []
  for (const other of alike) {
    const { partner_id = body.partner_id } = other
    const names = await namesOf({ ...body, ...(partner_id !== undefined && { partner_id }) })
    texts.push(alikeText(other, names))
  }
  return texts
}
