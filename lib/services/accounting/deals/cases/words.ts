import { actTexts, because, lookFor } from '../../../../core/claims/act-words.ts'
import type { Claim, ClaimState } from '../../../../core/claims/stored-records.ts'
import type { NotSent } from '../../../../core/claims/transitions/request.ts'
import { catalogue, phrase } from '../../../../core/language/catalogue.ts'
import { quotedWord } from '../../../../core/language/open-item.ts'
import type { Phrase } from '../../../../core/phrase.ts'
import type { ActTexts, Refusals } from '../../cases/act.ts'
import type { CaseWords } from '../../cases/cases.ts'
import type { RegisteredDeal } from '../schema.ts'

const command = (name: string) => `kura settle ${quotedWord(name)}`

const STATES = catalogue('case.states', {
  review: { en: 'review', ja: '確認待ち' },
  claimed: { en: 'claimed', ja: '送信中' },
  done: { en: 'done', ja: '登録済み' },
  refused: { en: 'refused', ja: '会計サービスが拒否' },
  unknown: { en: 'unknown', ja: '結果不明' },
  removing: { en: 'removing', ja: '削除中' },
  gone: { en: 'gone', ja: '削除済み' },
})

export function stateOfCase(state: ClaimState): Phrase {
  return phrase(STATES[state])
}

export const CASES = catalogue('deals.cases', {
  isDeal: { en: 'the case "{name}" is deal {id}', ja: '「{name}」は取引{id}です' },
  orphaned: {
    en: 'look at deal {id}: kura accounting list cases shows what is known',
    ja: '取引{id}を確認してください（一覧：kura accounting list cases）',
  },
  orphanedTwo: {
    en: 'look at the deals {stored} and {id}, of which one is too many: kura accounting list cases shows what is known',
    ja: '取引{stored}と取引{id}のどちらかは余分です。確認してください（一覧：kura accounting list cases）',
  },
  listAll: {
    en: 'kura accounting list cases --state all lists every case',
    ja: 'すべての一覧：kura accounting list cases --state all',
  },
  lookAt: {
    en: 'look at it: kura accounting list cases --state {state}',
    ja: '確認してください：kura accounting list cases --state {state}',
  },
  notInReview: { en: 'it is {state}, expected review', ja: '確認待ちではありません（{state}）' },
  samePerson: {
    en: '"{person}" has approved it already, and another person has to approve it too',
    ja: '{person}さんは承認済みです。もう1人の承認が必要です',
  },
  otherFirst: {
    en: 'the statement does not name the first approval',
    ja: '1人目の承認のあとに内容を開き直す必要があります',
  },
  tooFew: {
    en: 'two people have to approve this amount, and {count, plural, =0 {no person} one {one person} other {# people}} can',
    ja: '2人の承認が必要ですが、承認できる人が{count}人です',
  },
  byPasskey: {
    en: 'above KURA_APPROVE_ABOVE two people approve it',
    ja: 'この金額には、2人の承認が必要です',
  },
  firstOnPage: {
    en: 'approve it with a passkey, on its page of the console; then another person does',
    ja: '管理画面のこの取引の画面で、パスキーで承認してください。そのあと、もう1人が承認します',
  },
  inviteOther: {
    en: 'invite another person who approves, or unset KURA_APPROVE_ABOVE',
    ja: '承認できる人をもう1人招待してください。2人の承認をやめる場合は、設定から外してください',
  },
  inSevenDays: {
    en: 'another person has to approve it too, within seven days',
    ja: '7日以内に、もう1人が承認してください',
  },
  openAgain: {
    en: 'nothing was sent: look at it again',
    ja: '何も送信していません。内容を開き直してください',
  },
  deletedTooSoon: {
    en: 'Cannot delete deal {deal}: its case "{name}" is being registered, until {until} at the latest',
    ja: '取引{deal}を削除できません。「{name}」を登録しています（遅くとも{until}まで）',
  },
  notDeleted: {
    en: 'nothing was sent: try again after that',
    ja: '何も送信していません。そのあとにやり直してください',
  },
  fileNotUploaded: {
    en: 'Cannot register the case "{name}": its file {file} is {state}, expected done',
    ja: '「{name}」を登録できません。証憑のファイル{file}が登録されていません（状態：{state}）',
  },
  uploadFirst: { en: 'upload the file first', ja: '先にファイルを送信してください' },
  asDeal: { en: '{state}, as deal {deal}', ja: '{state}（取引{deal}）' },
  looksDouble: { en: '{flags}', ja: '二重登録の確認が必要です（{flags}）' },
  lookAtBoth: {
    en: 'nothing was sent: look at both, and decline one, or state that these are two: kura settle {name}',
    ja: '何も送信していません。両方を確認し、同じものなら却下し、別のものなら別の取引として承認してください（kura settle {name}）',
  },
  toCorrect: { en: 'it has to be corrected', ja: 'このままでは登録できません' },
  correct: {
    en: 'register it again with what is missing: {flags}',
    ja: '直してからもう一度登録してください（{flags}）',
  },
  theCase: { en: 'the case "{name}"', ja: '「{name}」' },
  register: { en: 'register', ja: '登録' },
  propose: { en: 'propose', ja: '提案' },
  release: { en: 'release', ja: '承認' },
  cannotAgain: {
    en: 'Cannot register the case "{name}" again: the service has deals {ids}',
    ja: '「{name}」をもう一度登録することはできません。会計サービスに取引{ids}があります',
  },
  cannotOnceMore: {
    en: 'Cannot register the case "{name}" again: the service has deal {id}',
    ja: '「{name}」をもう一度登録することはできません。会計サービスに取引{id}があります',
  },
  deleteAllButOne: {
    en: 'delete all but one (kura accounting delete), then: kura settle {name}',
    ja: '1件だけ残して削除し（kura accounting delete）、照会してください：kura settle {name}',
  },
  lookAtDeal: {
    en: 'look at it: kura accounting show {id}; another receipt is another case',
    ja: '確認してください：kura accounting show {id}（別の領収書には別の番号を付けます）',
  },
  registered: { en: 'it is registered already, as deal {deal}', ja: '取引{deal}として登録済みです' },
  another: { en: 'another receipt is another case', ja: '別の領収書には別の番号を付けてください' },
  otherBody: {
    en: 'it was requested with another body before, and is {is}',
    ja: '同じ番号で別の内容が送られています（{is}）',
  },
  deal: { en: 'deal {deal}', ja: '取引{deal}' },
  anotherOrLook: {
    en: 'another receipt is another case; kura accounting list cases shows the state of this one',
    ja: '別の領収書には別の番号を付けてください（状態の確認：kura accounting list cases）',
  },
  deleted: {
    en: 'its deal {deal} was deleted at the service',
    ja: '取引{deal}は会計サービスで削除されています',
  },
  registerAgain: {
    en: 'to register it again: kura settle {name}',
    ja: 'もう一度登録するには：kura settle {name}',
  },
  removing: {
    en: 'its deal {deal} is being deleted at the service',
    ja: '取引{deal}は会計サービスで削除の途中です',
  },
  askAgain: {
    en: 'ask the service again: kura settle {name}',
    ja: 'もう一度照会してください：kura settle {name}',
  },
})

export const DEAL_WORDS: CaseWords<RegisteredDeal> = {
  event: 'deal',
  noun: 'case',
  id: 'deal',
  idOf: ({ deal }) => deal,
  what: theCase,
  settle: command,
  listed: phrase(CASES.listAll),
}

function theCase(name: string): Phrase {
  return phrase(CASES.theCase, { name })
}

const DONE = { register: 'registered', propose: 'proposed', release: 'released' }

function sentences(name: string, verb: keyof typeof DONE) {
  const done = DONE[verb]
  return actTexts({ what: theCase(name), verb: phrase(CASES[verb]), done, remedy: lookFor(command(name)) })
}

export function cannotPropose(name: string): Phrase {
  return sentences(name, 'propose').cannot
}

export function cannotRelease(name: string, why: Phrase): Phrase {
  return because(sentences(name, 'release').cannot, why)
}

interface DealTexts extends ActTexts {
  readonly refusals: Refusals<RegisteredDeal, Exclude<NotSent, 'review'>>
}

export function dealTexts(name: string): DealTexts {
  const quoted = { name: quotedWord(name) }
  const said = sentences(name, 'register')
  return {
    ...said,
    name,
    settle: command(name),
    is: id => phrase(CASES.isDeal, { name, id: String(id) }),
    several: ids => ({
      message: phrase(CASES.cannotAgain, { name, ids }),
      hint: phrase(CASES.deleteAllButOne, quoted),
    }),
    foundEarlier: deal => {
      const id = String(deal)
      return { message: phrase(CASES.cannotOnceMore, { name, id }), hint: phrase(CASES.lookAtDeal, { id }) }
    },
    orphaned: orphanedDeal,
    refusals: {
      ...said.refusals,
      already_done: ({ result }) => ({
        why: phrase(CASES.registered, { deal: String(result?.deal) }),
        hint: phrase(CASES.another),
        id: result?.deal,
      }),
      conflict: ({ state, result }) => {
        const is = result ? phrase(CASES.deal, { deal: String(result.deal) }) : stateOfCase(state)
        return { why: phrase(CASES.otherBody, { is }), hint: phrase(CASES.anotherOrLook), id: result?.deal }
      },
      gone: claim => ({ ...deletedDeal(claim, quoted), id: claim.result?.deal }),
    },
  }
}

function deletedDeal({ state, result }: Claim<RegisteredDeal>, quoted: { readonly name: string }) {
  const deal = { deal: String(result?.deal) }
  return state === 'gone'
    ? { why: phrase(CASES.deleted, deal), hint: phrase(CASES.registerAgain, quoted) }
    : { why: phrase(CASES.removing, deal), hint: phrase(CASES.askAgain, quoted) }
}

function orphanedDeal(id: number, stored = id) {
  if (stored === id) return { remedy: phrase(CASES.orphaned, { id: String(id) }) }
  return { remedy: phrase(CASES.orphanedTwo, { id: String(id), stored: String(stored) }), other: stored }
}
