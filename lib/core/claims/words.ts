/** The texts that say why an act was not sent, or why its outcome is unknown. */
import { catalogue } from '../language/catalogue.ts'

export const CLAIM_REASONS = catalogue('claims', {
  says: { en: 'says "{why}"', ja: '提案の理由：「{why}」' },
  processEnded: { en: 'the process that sent it ended', ja: '送信した処理が途中で終了しました' },
  unexpectedFault: {
    en: 'an unexpected fault, see the log',
    ja: '予期しないエラーが発生しました（詳細はログ）',
  },
  found: { en: 'found at the remote', ja: '連携先で確認しました' },
  deleted: { en: 'not at the remote any more', ja: '連携先から削除されています' },
  firstApproved: { en: 'approved by the first of two people', ja: '2人のうち1人目が承認しました' },
  released: { en: 'released', ja: '担当者が承認しました' },
  declined: { en: '{person} has declined it: {reason}', ja: '以前に却下されています（{person}：{reason}）' },
  severalAtRemote: { en: 'the remote has several', ja: '連携先に該当するものが複数あります' },
  severalDeals: {
    en: 'several deals carry its reference: {ids}',
    ja: '同じ管理番号の取引が複数あります（{ids}）',
  },
  severalFiles: {
    en: 'several files carry its digest: {ids}',
    ja: '同じ内容のファイルが複数あります（{ids}）',
  },
  notSent: { en: 'Cannot send {subject}: {reason}', ja: '送信していません：{reason}', onlyEn: ['subject'] },
  claimUnreadable: { en: 'its claim cannot be read', ja: '処理の記録を読み取れませんでした' },
  claimLost: { en: 'its claim is no longer held', ja: '別の処理に引き継がれました' },
  tooLittleTime: { en: 'too little time is left for a whole call', ja: '処理時間が足りませんでした' },
  remoteUnread: {
    en: 'Cannot tell whether the remote has {subject} already: not all of it can be read',
    ja: '連携先の登録状況をすべては読み取れませんでした',
    onlyEn: ['subject'],
  },
})

/** Why a change of a claim is refused. The Japanese texts are shown beside the act, so they do not name it. */
export const REFUSALS = catalogue('claims.refusals', {
  wrongState: {
    en: '{cannot}: it is {state}, expected {expected}',
    ja: 'この状態では実行できません',
    onlyEn: ['cannot', 'state', 'expected'],
  },
  otherOperation: {
    en: '{cannot}: another operation has claimed it since it was looked at',
    ja: '表示した後に、別の操作がありました',
    onlyEn: ['cannot'],
  },
  changed: {
    en: '{cannot}: it was {was} when it was looked at, and is {is}',
    ja: '表示した後に、状態が変わりました',
    onlyEn: ['cannot', 'was', 'is'],
  },
  bodyChanged: {
    en: 'Cannot release {subject}: its body was changed since it was looked at',
    ja: '表示した後に、内容が変わりました',
    onlyEn: ['subject'],
  },
  otherBody: {
    en: '{cannot}: what it would send is not what was shown',
    ja: '送信する内容が、表示したものと違います',
    onlyEn: ['cannot'],
  },
  couldArrive: {
    en: '{cannot}: its call could still arrive when it was looked at',
    ja: '表示したときは、まだ届く可能性がありました',
    onlyEn: ['cannot'],
  },
  mayArrive: {
    en: '{cannot}: its call may still arrive, wait {minutes, plural, one {# more minute} other {# more minutes}}',
    ja: 'まだ届く可能性があります。あと{minutes, number}分待ってください',
    onlyEn: ['cannot'],
  },
  unstored: {
    en: 'Cannot store that {fact}: it was done at the remote',
    ja: '処理は完了しましたが、記録を保存できませんでした：{fact}',
  },
  onceStored: { en: 'once the store answers: {remedy}', ja: 'ストアが応答するようになったら：{remedy}' },
  orphaned: {
    en: 'Cannot store that {fact}: another attempt has the claim, so it may be there twice',
    ja: '別の処理と重なったため、二重になっている可能性があります：{fact}',
  },
  again: { en: 'look at it again', ja: 'もう一度確認してください' },
  notSent: {
    en: 'nothing was sent: look at it again',
    ja: '送信していません。もう一度確認してください',
  },
  lateCommit: {
    en: 'look again: a late commit may have followed',
    ja: 'もう一度確認してください。後から登録された可能性があります',
  },
  thenLook: {
    en: 'then look at the remote again: a late commit may follow a lost answer',
    ja: 'その後、連携先をもう一度確認してください。後から登録されることがあります',
  },
})
