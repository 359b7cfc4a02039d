import { catalogue } from '../../../core/language/catalogue.ts'

export const WAITING = catalogue('waiting.deals', {
  title: { en: '{parts}', ja: '{parts}' },
  named: { en: '“{name}”', ja: '「{name}」' },
  waits: { en: 'waits for approval', ja: '承認待ち' },
  proposedTag: { en: 'proposed', ja: '提案' },
  incorrectTag: { en: 'must be corrected', ja: '修正が必要' },
  files: { en: '{count, plural, one {# file} other {# files}}', ja: '{count, number}件' },
  // what is unusual
  proposed: {
    en: 'proposed with the key "{by}", which says: "{reason}"',
    ja: '鍵「{by}」による提案（提案の理由：「{reason}」）',
  },
  firstBy: {
    en: '{person} has approved it. It is sent when another person approves it too, by {at, date, time}',
    ja: '{person}さんが承認済みです。{at, date, time}までに、もう1人が承認すると送信します',
  },
  twice: { en: 'The books may contain it twice', ja: '二重に登録されている可能性があります' },
  changed: {
    en: 'It differs from what waited before: {changes}',
    ja: '前の内容から変わっています（{changes}）',
  },
  change: { en: '{name}: {was} → {is}', ja: '{name}：{was} → {is}' },
  lines: { en: 'lines', ja: '明細の数' },
  // rows
  company: { en: 'company', ja: '事業所' },
  strays: { en: 'other deals', ja: 'ほかの取引ID' },
  confirmedBy: { en: 'confirmed by', ja: '確認した人' },
  // decisions
  release: { en: 'Register this deal', ja: 'この内容で登録する' },
  releaseEffect: {
    en: 'The deal is sent to the books as it is shown.',
    ja: '表示のとおりに会計サービスへ登録します。',
  },
  releaseTwo: { en: 'These are two: register this one, too', ja: '別の取引として、これも登録する' },
  releaseTwoEffect: {
    en: 'You state that this deal and those beside it are different receipts. It is sent to the books as it is shown.',
    ja: '並べて表示した取引とは別の領収書であることを、あなたの名前で記録し、表示のとおりに会計サービスへ登録します。',
  },
  releaseQuestion: { en: 'send it as it is?', ja: 'このまま登録しますか?' },
  free: { en: 'Let it be registered again', ja: '登録し直せるようにする' },
  freeEffect: {
    en: 'You state that it is not in the books. Look there first: otherwise it is registered twice.',
    ja: '会計サービスに登録されていないことを、あなたが確認したものとして記録します。二重登録を防ぐため、先に会計サービスで確かめてください。',
  },
  freeQuestion: { en: 'let it be registered again?', ja: 'もう一度登録できるようにしますか?' },
  decline: { en: 'Decline', ja: '却下する' },
  declineEffect: {
    en: 'Nothing is sent. It leaves the list, with your reason.',
    ja: '送信せずに、理由を付けて一覧から外します。',
  },
  declineProposalEffect: {
    en: 'Nothing is sent. The proposal ends, with your reason.',
    ja: '送信せずに、理由を付けて提案を終わらせます。',
  },
  declineQuestion: { en: 'decline this proposal?', ja: 'この提案を却下しますか?' },
  closeQuestion: {
    en: 'it cannot be sent: register it again, corrected. close it until then?',
    ja: 'このままでは登録できません。直してもう一度登録してください。それまで閉じますか?',
  },
  first: { en: 'The first deal of the company', ja: '最初のテスト取引' },
  open: { en: 'open', ja: '未対応' },
  settled: { en: 'settled', ja: '対応済み' },
  confirm: { en: 'The books show it like this', ja: '会計サービスの表示と一致する' },
  confirmEffect: {
    en: 'From now on kura registers deals in these books.',
    ja: '以後、kuraはこの帳簿に取引を登録します。',
  },
  confirmQuestion: { en: 'do the books show it like this?', ja: '会計サービスの表示と一致しますか?' },
  // results
  isDeal: { en: 'the case "{name}" is deal {deal}', ja: '「{name}」は取引{deal}として登録済みです' },
  deleted: {
    en: 'the deal {deal} of the case "{name}" was deleted at the service',
    ja: '「{name}」の取引{deal}は、会計サービスで削除されています',
  },
  removing: {
    en: 'the deal {deal} of the case "{name}" is being deleted, and is still at the service',
    ja: '「{name}」の取引{deal}は削除の途中で、まだ会計サービスにあります',
  },
  removingLater: {
    en: 'its deletion may still arrive: settle the case again, a quarter of an hour after it was sent',
    ja: '削除が遅れて届く可能性があります。送信から15分たったら、もう一度照会してください',
  },
  several: {
    en: 'the case "{name}" stays {state}: deals {deals} carry its reference',
    ja: '「{name}」は{state}のままです。同じ管理番号の取引が複数あります（{deals}）',
  },
  deleteAllButOne: {
    en: 'look at them at the service, and delete all but one',
    ja: '会計サービスで確認し、1件だけ残して削除してください',
  },
  notFound: {
    en: 'the case "{name}" stays {state}: the service has no deal of it',
    ja: '「{name}」は{state}のままです。会計サービスには見つかりません',
  },
  mayArrive: {
    en: 'one may still arrive: free it only if you are certain that none will',
    ja: '遅れて登録される可能性があります。登録されないと確かな場合だけ解除してください',
  },
  requestedAnew: {
    en: 'nothing was sent: the case "{name}" was requested anew in the meantime, and waits again',
    ja: '送信していません。「{name}」はその間に登録し直され、再び確認待ちです',
  },
  released: {
    en: 'registered the case "{name}" as deal {deal}',
    ja: '「{name}」を取引{deal}として登録しました',
  },
  declined: {
    en: 'declined the case "{name}": the same deal cannot be proposed again',
    ja: '「{name}」の提案を却下しました。同じ内容は再び提案できません',
  },
  freed: {
    en: 'freed the case "{name}" on {at}: it may be registered again',
    ja: '「{name}」を解除しました（{at}）。もう一度登録できます',
  },
})

/** Why a deal waits. A text also says who decides that such deals wait. */
export const WHYS = catalogue('waiting.deals.why', {
  proposed: {
    en: 'A program proposed this deal, and whoever gave the program its key decided that a person approves what it proposes.',
    ja: 'プログラムが提案した取引です（人の承認が必要なことは、プログラムに鍵を渡した人が決めています）。',
  },
  second: {
    en: 'A second person has to approve an amount like this, and the person who set up kura decides from which amount.',
    ja: 'この金額には、もう1人の承認が必要です（金額の基準は、kuraを設定した人が決めています）。',
  },
  flagged: {
    en: 'kura noticed something to check, and no setting lets such a deal into the books without a person.',
    ja: '確認が必要な点があります。このような取引は、設定に関係なく、人が承認するまで登録しません。',
  },
  incorrect: {
    en: 'It cannot be registered as it is, and waits until a person corrects it, whatever is set.',
    ja: 'このままでは登録できません。設定に関係なく、修正されるまで登録しません。',
  },
  unknown: {
    en: 'The answer of the accounting service was lost, so kura cannot tell whether it is in the books, and no setting lets kura send it again by itself.',
    ja: '会計サービスの応答が届かず、登録されたか分かりません。二重登録を防ぐため、設定に関係なく自動では登録し直しません。',
  },
  removing: {
    en: 'The answer to its deletion was lost, so kura cannot tell whether it is in the books, whatever is set.',
    ja: '削除の応答が届かず、帳簿に残っているか分かりません（設定に関係ありません）。',
  },
  gone: {
    en: 'It was deleted at the accounting service, and no setting lets kura register it again by itself.',
    ja: '会計サービスで削除されています。設定に関係なく、自動では登録し直しません。',
  },
  stray: {
    en: 'The books may have it more than once, and kura deletes none by itself, whatever is set.',
    ja: '帳簿に複数ある可能性があります。設定に関係なく、自動では削除しません。',
  },
  settled: { en: 'Nothing is left to decide about this deal.', ja: 'この取引は対応済みです。' },
  first: {
    en: 'Open the deal at the accounting service, and compare the day, the amount, the account item and the tax with what stands here.',
    ja: '会計サービスでこの取引を開き、日付、金額、勘定科目、税区分が下の表示と同じか確かめてください。',
  },
  firstMissing: {
    en: 'Before kura registers anything else in these books, it registers one test deal, and a person confirms it. Enter a small receipt.',
    ja: 'この帳簿に登録を始める前に、テスト取引を1件登録して確認します。少額の領収書を入力してください。',
  },
})
