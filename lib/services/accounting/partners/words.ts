import { actTexts, because } from '../../../core/claims/act-words.ts'
import type { NotSent } from '../../../core/claims/transitions/request.ts'
import type { AppError } from '../../../core/errors.ts'
import { catalogue, phrase } from '../../../core/language/catalogue.ts'
import { phraseError } from '../../../core/language/phrase-error.ts'
import type { ActTexts, Refusals } from '../cases/act.ts'
import type { ActWords } from '../cases/cases.ts'
import type { StoredPartner } from './schema.ts'

const WORDS = catalogue('partners.cases', {
  thePartner: { en: 'the partner "{name}"', ja: '取引先「{name}」' },
  several: {
    en: 'the company has partners of this name already: {ids}',
    ja: '同じ名前の取引先が複数あります（{ids}）',
  },
  create: { en: 'create', ja: '登録' },
  again: {
    en: 'try again: kura looks for it first, and creates it only if it is not there',
    ja: 'もう一度実行してください。ある場合は登録しません',
  },
  useOne: {
    en: 'use the name of one of them, as kura accounting list partners shows it',
    ja: 'そのうち1件の名前を使ってください（取引先の一覧：kura accounting list partners）',
  },
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
})

const AGAIN = phrase(WORDS.again)

export const PARTNER_WORDS: ActWords<StoredPartner> = {
  event: 'partner',
  noun: 'partner',
  id: 'id',
  idOf: ({ partner }) => partner,
}

interface PartnerTexts extends ActTexts {
  readonly refusals: Refusals<StoredPartner, NotSent>
}

export function partnerTexts(name: string): PartnerTexts {
  const what = phrase(WORDS.thePartner, { name })
  const said = actTexts({ what, verb: phrase(WORDS.create), done: 'created', remedy: AGAIN })
  return {
    ...said,
    name,
    settle: AGAIN,
    is: id => phrase(WORDS.isPartner, { name, id: String(id) }),
    several: ids => ({
      message: because(said.cannot, phrase(WORDS.several, { ids })),
      hint: phrase(WORDS.useOne),
    }),
    orphaned: id => ({ remedy: phrase(WORDS.orphaned, { id: String(id) }) }),
    refusals: {
      ...said.refusals,
      conflict: ({ body = '' }) => ({ why: phrase(WORDS.otherForm, { body }), hint: phrase(WORDS.thatOne) }),
      already_done: ({ result }) => ({ why: phrase(WORDS.is, { id: String(result?.partner) }), hint: AGAIN }),
      gone: () => ({ why: phrase(WORDS.deleted), hint: AGAIN }),
    },
  }
}

export function stoppedError(name: string, id: number): AppError {
  const message = phrase(WORDS.stopped, { name, id: String(id) })
  return phraseError('bad_request', message, { hint: phrase(WORDS.startAgain) })
}
