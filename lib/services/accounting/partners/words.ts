/** The texts of errors and log lines about creating a partner. */
import type { NotSent } from '../../../core/claims/transitions/request.ts'
import type { AppError } from '../../../core/errors.ts'
import { catalogue, phrase } from '../../../core/language/catalogue.ts'
import { phraseError } from '../../../core/language/phrase-error.ts'
import type { ActTexts, Refusals } from '../cases/act.ts'
import type { CaseWords, Text } from '../cases/cases.ts'
import type { StoredPartner } from './schema.ts'

const WORDS = catalogue('partners.cases', {
  cannot: { en: 'Cannot create the partner "{name}"', ja: '取引先「{name}」を登録できません' },
  nothing: { en: 'nothing was created', ja: '何も登録していません' },
  doubt: {
    en: 'Cannot tell whether the partner "{name}" was created',
    ja: '取引先「{name}」が登録されたかどうか分かりません',
  },
  again: {
    en: 'try again: kura looks for it first, and creates it only if it is not there',
    ja: 'もう一度実行してください。ある場合は登録しません',
  },
  list: {
    en: 'kura accounting list partners lists those that exist',
    ja: '取引先の一覧：kura accounting list partners',
  },
  several: {
    en: 'Cannot create the partner "{name}": the company has partners of this name already: {ids}',
    ja: '取引先「{name}」を登録できません。同じ名前の取引先が複数あります（{ids}）',
  },
  useOne: {
    en: 'use the name of one of them, as kura accounting list partners shows it',
    ja: 'そのうち1件の名前を使ってください（取引先の一覧：kura accounting list partners）',
  },
  sending: {
    en: 'another call is creating it, until {until} at the latest',
    ja: '別の処理が登録中です（遅くとも{until}まで）',
  },
  afterThat: { en: 'try again after that', ja: 'その後でもう一度実行してください' },
  otherForm: {
    en: 'it was requested in another form, {body}, and that one may still appear',
    ja: '別の内容（`{body}`）で送られていて、後から現れる可能性があります',
  },
  thatOne: {
    en: 'request that one again, or wait and list the partners',
    ja: 'その内容でもう一度登録するか、待ってから取引先の一覧を見てください',
  },
  isPartner: { en: 'the partner "{name}" is {id}', ja: '取引先「{name}」は{id}です' },
  orphaned: {
    en: 'look at partner {id}: kura accounting list partners',
    ja: '取引先{id}を確認してください：kura accounting list partners',
  },
  stopped: {
    en: 'Cannot create the partner "{name}": the use of partner {id} was stopped',
    ja: '取引先「{name}」を作成できません：取引先{id}は使用停止です',
  },
  startAgain: { en: 'start its use again at the service', ja: '会計サービスで使用を再開してください' },
  is: { en: 'it is partner {id}', ja: '取引先{id}として登録済みです' },
  deleted: { en: 'it was deleted at the service meanwhile', ja: 'その間に会計サービスで削除されました' },
  waits: { en: '{flags}', ja: '{flags}' },
  unknown: { en: 'it may have been created: {reason}', ja: '登録された可能性があります：{reason}' },
})

const AGAIN = phrase(WORDS.again)

/** A partner has no case that people see: these errors say the same in every state. */
const cannot = (name: string): Text => ({ message: phrase(WORDS.cannot, { name }), hint: phrase(WORDS.list) })

export const PARTNER_WORDS: CaseWords<StoredPartner> = {
  event: 'partner',
  noun: 'partner',
  id: 'id',
  idOf: ({ partner }) => partner,
  missing: cannot,
  notQueried: cannot,
  notFreed: cannot,
}

interface PartnerTexts extends ActTexts {
  readonly refusals: Refusals<StoredPartner, NotSent>
}

/** Returns the texts about creating the partner `name`. */
export function partnerTexts(name: string): PartnerTexts {
  return {
    name,
    cannot: phrase(WORDS.cannot, { name }),
    nothing: phrase(WORDS.nothing),
    doubt: { message: phrase(WORDS.doubt, { name }), hint: AGAIN },
    settle: AGAIN,
    is: id => phrase(WORDS.isPartner, { name, id: String(id) }),
    several: ids => ({ message: phrase(WORDS.several, { name, ids }), hint: phrase(WORDS.useOne) }),
    orphaned: id => ({ remedy: phrase(WORDS.orphaned, { id: String(id) }) }),
    refusals: {
      in_progress: ({ until }) => ({
        why: phrase(WORDS.sending, { until: new Date(until).toISOString() }),
        hint: phrase(WORDS.afterThat),
      }),
      conflict: ({ body = '' }) => ({ why: phrase(WORDS.otherForm, { body }), hint: phrase(WORDS.thatOne) }),
      already_done: ({ result }) => ({
        why: phrase(WORDS.is, { id: String(result?.partner) }),
        hint: AGAIN,
      }),
      gone: () => ({ why: phrase(WORDS.deleted), hint: AGAIN }),
      review: ({ flags }) => ({
        why: phrase(WORDS.waits, { flags: { items: flags, by: 'semicolon' } }),
        hint: AGAIN,
      }),
      unknown: ({ reason = '' }) => ({ why: phrase(WORDS.unknown, { reason }), hint: AGAIN }),
    },
  }
}

/** Returns the error for a partner that exists, but whose use was stopped at the service. */
export function stoppedError(name: string, id: number): AppError {
  const message = phrase(WORDS.stopped, { name, id: String(id) })
  return phraseError('bad_request', message, { hint: phrase(WORDS.startAgain) })
}
