import { catalogue } from '../../../core/language/catalogue.ts'

/** Why a target of a delivery was not reached, or why its answers were not read. */
export const DELIVERY_REASONS = catalogue('chat.deliveries', {
  endedFirst: {
    en: 'this run ended first; run the delivery again',
    ja: '処理時間内に送信できませんでした。もう一度実行してください',
  },
  notSentYet: {
    en: 'it has not been sent yet; run the delivery again',
    ja: 'まだ送信していません。もう一度実行してください',
  },
  notKnown: { en: 'its outcome is not known', ja: '送信できたかどうか分かりません' },
  notYet: { en: 'not done yet: {reason}', ja: '未送信：{reason}' },
  byAnother: { en: 'another run is doing it', ja: '別の処理が実行中です' },
  nameUsed: {
    en: 'the name is already used for something else',
    ja: '同じ名前がすでに別の内容で使われています',
  },
  doneTwice: {
    en: 'another run did it too: look at the platform, it may be there twice',
    ja: '別の処理も送信しました。二重になっていないか、チャットで確認してください',
  },
  historyUnread: {
    en: 'the platform cannot be read to the end: the bot needs READ_MESSAGE_HISTORY there, or a person looks',
    ja: '履歴を最後まで読み取れません。ボットに「READ_MESSAGE_HISTORY」の権限を付けるか、チャットで直接確認してください',
  },
  notThere: {
    en: 'it is not at the platform after the settling time',
    ja: '待機時間を過ぎてもチャットにありません',
  },
  seenAbsent: { en: 'a person saw that it is not there', ja: '未送信であることを担当者が確認しました' },
  settlesLater: {
    en: '{reason}; a run in ten minutes settles it',
    ja: '{reason}（10分後の実行で確定します）',
  },
  doubtful: {
    en: 'Cannot tell whether "{case}" was sent: the bot\'s message {message} is of that time, with another text',
    ja: '送信できたかどうか判断できません。同じ時刻に、本文の異なるボットのメッセージ {message}があります',
    onlyEn: ['case'],
  },
  done: { en: '{what} is done', ja: '送信しました', onlyEn: ['what'] },
  foundAgain: {
    en: 'run it again; what is on the platform is found and not created again',
    ja: 'もう一度実行してください（送信済みのものは探して見つけ、二重には送りません）',
  },
  noTime: { en: 'no time was left: run it again', ja: '時間が足りませんでした。もう一度実行してください' },
  moreToRead: { en: 'there is more to read: run it again', ja: '続きがあります。もう一度実行してください' },
  historyForbidden: { en: 'the bot may not read the history', ja: 'ボットに履歴を読む権限がありません' },
  theChannel: { en: 'the channel', ja: 'チャンネル' },
})
