/** The sentences about an act that happens once. Each kind of act fills in its noun, its verb and its remedy. */
import { catalogue, phrase } from '../language/catalogue.ts'
import type { Phrase, Reason } from '../phrase.ts'
import type { Claim } from './stored-records.ts'

export const ACTS = catalogue('claims.acts', {
  because: { en: '{cannot}: {why}', ja: '{cannot}：{why}' },
  failed: { en: '{cannot}, {nothing}: {why}', ja: '{cannot}（{nothing}）：{why}' },
  cannot: { en: 'Cannot {verb} {what}', ja: '{what}を{verb}できません' },
  nothing: {
    en: 'nothing was {done}',
    ja: '何も{verb}していません',
    onlyEn: ['done'],
    onlyJa: ['verb'],
  },
  doubt: {
    en: 'Cannot tell whether {what} was {done}',
    ja: '{what}が{verb}されたかどうか分かりません',
    onlyEn: ['done'],
    onlyJa: ['verb'],
  },
  inProgress: {
    en: 'another call is doing it, until {until} at the latest',
    ja: '別の処理が実行中です（遅くとも{until}まで）',
  },
  afterThat: { en: 'try again after that', ja: 'その後でもう一度実行してください' },
  waits: { en: 'it waits for a person: {flags}', ja: '確認待ちです（{flags}）' },
  unknown: {
    en: 'it may have been {done}: {reason}',
    ja: 'すでに{verb}された可能性があります：{reason}',
    onlyEn: ['done'],
    onlyJa: ['verb'],
  },
  lookFor: { en: 'do not repeat it, look for it: {settle}', ja: 'やり直さずに、照会してください：{settle}' },
  missing: { en: 'Cannot find {what}', ja: '{what}は見つかりません' },
  notQueried: {
    en: 'Cannot resolve {what}: it is {state}, expected unknown',
    ja: '{what}には、照会するものがありません',
    onlyEn: ['state'],
  },
  notFreed: {
    en: 'Cannot free {what}: it is at the service, as {ids}',
    ja: '{what}は解除できません。会計サービスにあります（{ids}）',
  },
  isWrong: {
    en: 'if it is wrong, delete it at the service first',
    ja: '間違っている場合は、先に会計サービスで削除してください',
  },
  settleIt: { en: 'settle it: {settle}', ja: '照会してください：{settle}' },
})

export interface Text {
  readonly message: Phrase
  readonly hint: Phrase
}

export interface Refusal {
  readonly why: Phrase
  readonly hint: Phrase
}

export interface ActNames {
  /** The act's noun with its name: `the case "receipt 1"`. */
  readonly what: Phrase
  /** The verb; in Japanese, the noun before する: `登録`. */
  readonly verb: Phrase
  /** The participle, such as `registered`. Only the English texts use it. */
  readonly done: string
  /** What a person should do if the outcome is unknown, or if the act waits for a person. */
  readonly remedy: Phrase
}

export function actTexts({ what, verb, done, remedy }: ActNames) {
  const cannot = phrase(ACTS.cannot, { verb, what })
  return {
    cannot,
    /** The sentence that a refused call had no effect. */
    nothing: phrase(ACTS.nothing, { verb, done }),
    doubt: { message: phrase(ACTS.doubt, { what, verb, done }), hint: remedy },
    refusals: {
      in_progress: ({ until }: Pick<Claim<unknown>, 'until'>): Refusal => ({
        why: phrase(ACTS.inProgress, { until: new Date(until).toISOString() }),
        hint: phrase(ACTS.afterThat),
      }),
      review: ({ flags }: Pick<Claim<unknown>, 'flags'>): Refusal => ({
        why: phrase(ACTS.waits, { flags: { items: flags, by: 'semicolon' } }),
        hint: remedy,
      }),
      unknown: ({ reason = '' }: Pick<Claim<unknown>, 'reason'>): Refusal => ({
        why: phrase(ACTS.unknown, { verb, done, reason }),
        hint: remedy,
      }),
    },
  }
}

/** Returns the message with its reason: `Cannot register the case "receipt 1": {why}`. */
export function because(cannot: Phrase, why: Reason): Phrase {
  return phrase(ACTS.because, { cannot, why })
}

/** The hint not to repeat the act, but to run the command `settle`, which queries the remote. */
export function lookFor(settle: string): Phrase {
  return phrase(ACTS.lookFor, { settle })
}
