import type { AppError } from '../../../../core/errors.ts'
import { catalogue, phrase } from '../../../../core/language/catalogue.ts'
import { nearestNames } from '../../../../core/language/nearest-name.ts'
import { phraseError } from '../../../../core/language/phrase-error.ts'
import { english } from '../../../../core/language/text.ts'
import type { Phrase } from '../../../../core/phrase.ts'

const KINDS = catalogue('deals.kinds', {
  account_item: { en: 'an account item', ja: '勘定科目' },
  tax_category: { en: 'a tax category', ja: '税区分' },
  tax_code: { en: 'a tax code', ja: '税区分コード' },
  partner: { en: 'a partner', ja: '取引先' },
  walletable: { en: 'a walletable', ja: '口座' },
  item: { en: 'an item', ja: '品目' },
  section: { en: 'a section', ja: '部門' },
  tags: { en: 'a memo tag', ja: 'メモタグ' },
})

export const WORDS = catalogue('deals.unknown', {
  name: {
    en: '{at} "{name}" is not {kind} of the company',
    ja: '{at}「{name}」は、この事業所の{kind}にありません',
  },
  id: { en: '{at} {id} is not {kind} of the company', ja: '{at} {id}は、この事業所の{kind}にありません' },
  near: { en: 'nearest: {names}', ja: '似た名前：{names}' },
  all: { en: 'there are: {names}', ja: '使える名前：{names}' },
  some: { en: 'there are: {names}, … ({count} in all)', ja: '使える名前：{names}…（全{count}件）' },
  none: { en: 'there is none', ja: '1件も登録されていません' },
  deal: { en: 'Cannot use the deal: {problem}', ja: 'この取引は登録できません：{problem}' },
  case: {
    en: 'Cannot use the deal of the case "{name}": {problem}',
    ja: '「{name}」の取引は登録できません：{problem}',
  },
  more: { en: '{problem}, and {count} more', ja: '{problem}（ほか{count}件）' },
  hints: { en: '{hints}', ja: '{hints}' },
})

export interface UnknownName {
  readonly text: Phrase
  readonly help: Phrase
}

interface Wanted {
  readonly kind: keyof typeof KINDS
  /** The path of the name in the request, such as `details.0.account_item`. */
  readonly at: string
}

/** `shown` are the names as a person sees them. */
export function unknownName(
  { kind, at, name }: Wanted & { readonly name: string },
  names: readonly string[],
  shown: readonly string[] = names,
): UnknownName {
  return {
    text: phrase(WORDS.name, { at: `\`${at}\``, name, kind: phrase(KINDS[kind]) }),
    help: helpOf(nearestNames(name, names), shown),
  }
}

export function unknownId(
  { kind, at, id }: Wanted & { readonly id: number | undefined },
  shown: readonly string[],
): UnknownName {
  const text = phrase(WORDS.id, { at: `\`${at}\``, id: String(id), kind: phrase(KINDS[kind]) })
  return { text, help: helpOf([], shown) }
}

const MOST_NAMES = 12

function helpOf(near: readonly string[], all: readonly string[]): Phrase {
  if (near.length > 0) return phrase(WORDS.near, { names: near })
  if (all.length === 0) return phrase(WORDS.none)
  if (all.length <= MOST_NAMES) return phrase(WORDS.all, { names: all })
  return phrase(WORDS.some, { names: all.slice(0, MOST_NAMES), count: all.length })
}

/** `problems` must have at least one entry. */
export function notInMasterData(name: string | undefined, problems: readonly UnknownName[]): AppError {
  const first = problems[0]?.text ?? ''
  const more = problems.length - 1
  const problem = more > 0 ? phrase(WORDS.more, { problem: first, count: more }) : first
  const message = name === undefined ? phrase(WORDS.deal, { problem }) : phrase(WORDS.case, { name, problem })
  const hints = new Map(problems.map(({ help }) => [english(help), help]))
  return phraseError('bad_request', message, {
    hint: phrase(WORDS.hints, { hints: { items: [...hints.values()], by: 'semicolon' } }),
    details: { problems: problems.map(({ text, help }) => `${english(text)}; ${english(help)}`) },
  })
}
