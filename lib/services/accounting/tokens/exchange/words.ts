import { catalogue } from '../../../../core/language/catalogue.ts'

export const TOKEN_REASONS = catalogue('tokens', {
  status: { en: 'status_{status}', ja: 'HTTP {status}' },
  noAnswer: { en: 'no_answer', ja: '応答なし' },
  unreadable: { en: 'unreadable_answer', ja: '応答の読み取り不可' },
  incomplete: { en: 'incomplete_answer', ja: '応答の項目不足' },
  unreachable: { en: 'unreachable', ja: '接続不可' },
  unknown: { en: 'unknown', ja: '不明' },
  wrongSecret: {
    en: '{code}: ACCOUNTING_CLIENT_SECRET is wrong',
    ja: '「ACCOUNTING_CLIENT_SECRET」の誤り（{code}）',
  },
})

export const TOKEN_REFUSALS = catalogue('tokens.refusals', {
  authorize: {
    en: 'authorize again: press "Authorize the books" on the page Connections, or run kura accounting authorize',
    ja: 'もう一度認可してください（「接続」の「会計サービスと連携する」、または kura accounting authorize）',
  },
  once: {
    en: 'authorize once: press "Authorize the books" on the page Connections, or run kura accounting authorize',
    ja: '認可してください（「接続」の「会計サービスと連携する」、または kura accounting authorize）',
  },
  none: {
    en: 'Cannot use the accounting service: no authorization is stored',
    ja: '会計サービスを使えません：まだ認可されていません',
  },
  ended: {
    en: 'Cannot use the accounting service: its refresh token is no longer valid ({reason})',
    ja: '会計サービスを使えません：認可が無効になりました（{reason}）',
  },
  wrongSecret: {
    en: 'Cannot refresh the accounting token: the service does not accept ACCOUNTING_CLIENT_SECRET as the secret of the application in ACCOUNTING_CLIENT_ID ({reason}), the next attempt is allowed from {next}',
    ja: '会計サービスの認可を更新できません：「ACCOUNTING_CLIENT_SECRET」が「ACCOUNTING_CLIENT_ID」のアプリのものとして受け付けられません（{reason}）。{next}から再試行します',
  },
  setSecret: {
    en: 'correct ACCOUNTING_CLIENT_SECRET and deploy again: the authorization is kept, and kura continues at once',
    ja: '「ACCOUNTING_CLIENT_SECRET」を直して、再度デプロイしてください。認可は失われておらず、すぐに再開します',
  },
  checkApplication: {
    en: 'check ACCOUNTING_CLIENT_ID and ACCOUNTING_CLIENT_SECRET, then {authorize}',
    ja: '「ACCOUNTING_CLIENT_ID」と「ACCOUNTING_CLIENT_SECRET」を確認してから、{authorize}',
  },
  recoverFirst: {
    en: '{authorize} (if the log holds a reply that was not stored, put it back first: kura accounting recover)',
    ja: '{authorize}。保存されなかった応答がログにある場合は、先に戻してください：kura accounting recover',
  },
  unreachable: {
    en: 'Cannot refresh the accounting token: {reason}, the next attempt is allowed from {next}',
    ja: '会計サービスの認可を更新できません：{reason}。{next}から再試行します',
  },
  failed: {
    en: 'Cannot refresh the accounting token: {count, plural, one {it failed} other {it failed # times in a row}} ({reason}), the next attempt is allowed from {next}',
    ja: '会計サービスの認可の更新に{count, number}回続けて失敗しました（{reason}）。{next}から再試行します',
  },
  byItself: {
    en: 'kura tries again by itself; if the service works and this goes on, {authorize}',
    ja: '自動で再試行します。会計サービスが動いているのに続く場合は、{authorize}',
  },
  paused: {
    en: 'Cannot refresh the accounting token: KURA_PAUSED stops all acts, or the store is older than what was seen of it',
    ja: '会計サービスの認可を更新できません：「KURA_PAUSED」ですべて停止中か、ストアが以前の状態に戻っています',
  },
  afterRestore: { en: 'after a restore this is allowed: {authorize}', ja: '復元の後は、{authorize}' },
  otherApplication: {
    en: 'Cannot refresh the accounting token: it was issued to another application than the one in ACCOUNTING_CLIENT_ID',
    ja: '会計サービスの認可を更新できません：「ACCOUNTING_CLIENT_ID」とは別のアプリの認可です',
  },
  setApplication: {
    en: 'set the application of the stored token, or {authorize}',
    ja: '認可したときのアプリを設定するか、{authorize}',
  },
  busy: { en: 'Cannot get the accounting token: {why}', ja: '会計サービスの認可を使えません：{why}' },
  refreshing: {
    en: 'another instance is refreshing it, at the latest until {until}',
    ja: '別の処理が更新中です（最長で{until}まで）',
  },
  notHere: {
    en: 'it is due, and this function does not refresh it',
    ja: '更新の時期ですが、ここでは更新できません',
  },
  askStatus: {
    en: "ask for the report's status, which refreshes it, and then again",
    ja: '仕訳帳の作成状況を問い合わせると更新されます。その後もう一度実行してください',
  },
  tooLate: {
    en: 'this function has too little time left to wait for the reply',
    ja: '応答を待つ時間が残っていません',
  },
  inAMoment: { en: 'try again in a moment', ja: '少し待ってからもう一度実行してください' },
})
