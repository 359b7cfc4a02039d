import { catalogue } from '../../../../core/language/catalogue.ts'

export const TOKEN = catalogue('token', {
  state: { en: 'state', ja: '状態' },
  unusable: { en: 'unusable here', ja: '使えない理由' },
  generation: { en: 'generation', ja: '世代' },
  company: { en: 'company', ja: '事業所' },
  access: { en: 'access token', ja: 'アクセストークン' },
  refresh: { en: 'refresh token', ja: 'リフレッシュトークン' },
  scopes: { en: 'scopes', ja: '権限' },
  refreshed: { en: 'refreshed', ja: '最後の更新' },
  live: { en: 'live, expires {at}', ja: '有効（期限：{at}）' },
  rejected: { en: 'rejected, expires {at}', ja: '会計サービスが拒否（期限：{at}）' },
  expired: { en: 'expired {at}', ja: '期限切れ（{at}）' },
  expires: { en: 'expires {at}', ja: '期限：{at}' },
  age: { en: '{age} of {lifetime} days old, {end}', ja: '{age}日経過（{lifetime}日間有効）、{end}' },
  by: { en: '{age} by {name}', ja: '{age}（{name}）' },
  unknownScopes: { en: 'not known', ja: '不明' },
  otherApplication: {
    en: 'ACCOUNTING_CLIENT_ID names another application than it was issued to',
    ja: '「ACCOUNTING_CLIENT_ID」が、認可したときとは別のアプリです',
  },
  sealed: { en: 'KURA_SEAL_KEYS does not open it', ja: '「KURA_SEAL_KEYS」の鍵では開けません' },
  current: { en: 'current', ja: '認可済み' },
  unauthorized: {
    en: 'unauthorized: run kura accounting authorize',
    ja: '認可されていません（認可：kura accounting authorize）',
  },
  retried: {
    en: 'reauthorize ({reason}, failed {count}): tried again from {at}; if it goes on, run kura accounting authorize',
    ja: '更新に{count}回失敗しました（{reason}）。{at}から再試行します（続く場合：kura accounting authorize）',
  },
  reauthorize: {
    en: 'reauthorize ({reason}): run kura accounting authorize',
    ja: 'もう一度認可が必要です（{reason}）：kura accounting authorize',
  },
  interrupted: {
    en: 'interrupted: a refresh did not end, the next call resolves it',
    ja: '更新が途中で止まりました。次の呼び出しで解決します',
  },
  refreshing: { en: 'refreshing until {at}', ja: '更新中（{at}まで）' },
  paused: { en: 'paused ({reason}) until {at}', ja: '一時停止（{reason}）。{at}から再試行します' },
})

export const RECOVER = catalogue('token.recover', {
  stored: { en: 'put back', ja: '元に戻しました' },
  already: { en: 'stored before', ja: '保存済みでした' },
  superseded: {
    en: 'obsolete, because a later one is stored',
    ja: 'より新しいものが保存済みなので、不要です',
  },
  gone: {
    en: 'kept, because no credential is stored that it could follow: run kura accounting authorize',
    ja: '元になる認可が保存されていないため、残しました（認可：kura accounting authorize）',
  },
  sealed: {
    en: 'kept, because KURA_SEAL_KEYS does not open it: put the key that sealed it back into the list',
    ja: '「KURA_SEAL_KEYS」の鍵では開けないため、残しました。封をした鍵を一覧に戻してください',
  },
  unreadable: {
    en: 'cannot read "{name}": it has no answer that this version knows',
    ja: '「{name}」を読み取れません。このバージョンの応答ではありません',
  },
  none: { en: 'no answer was put aside on this machine', ja: 'この端末に残された応答はありません' },
  byLine: {
    en: "for an answer in the host's log: kura accounting recover --line LINE",
    ja: 'ホストのログに応答がある場合：kura accounting recover --line ログの行',
  },
  answer: {
    en: 'generation {generation} of {at} by {by}: {outcome}',
    ja: '世代{generation}（{at}、{by}）：{outcome}',
  },
  credential: { en: 'the credential is {state}', ja: '認可の状態：{state}' },
})

export const AUTHORIZE = catalogue('token.authorize', {
  open: {
    en: 'open this page, log in, choose the company and grant access:',
    ja: '次のページを開き、ログインして事業所を選び、許可してください：',
  },
  until: { en: 'its code is accepted until {at}', ja: '認可コードの期限：{at}' },
  code: { en: 'code: ', ja: '認可コード：' },
  address: { en: 'the address to which the page redirected: ', ja: '移動先のアドレス：' },
  authorized: {
    en: 'authorized: {books}, generation {generation}, scopes {scopes}',
    ja: '認可しました：{books}（世代{generation}、権限 {scopes}）',
  },
  books: { en: 'the books of {company}', ja: '{company}の帳簿' },
  noCompany: { en: 'no company named', ja: '事業所の指定なし' },
  finish: {
    en: 'finish with: kura accounting authorize --code CODE',
    ja: '続きは次のコマンドで：kura accounting authorize --code 認可コード',
  },
  noTerminal: {
    en: 'Cannot ask for the code: there is no terminal',
    ja: '画面がないため、認可コードを尋ねられません',
  },
})
