import { catalogue } from '../language/catalogue.ts'

export const REMOTE_REASONS = catalogue('remotes', {
  accounting: { en: 'the accounting service', ja: '会計サービス' },
  registrar: { en: 'the registrar', ja: 'レジストラ' },
  chat: { en: 'the chat platform', ja: 'チャット' },
  answered: {
    en: 'Cannot {call}: {remote} answered {reason}',
    ja: '{remote}がエラーを返しました（{reason}）',
    onlyEn: ['call'],
  },
  answeredWhy: {
    en: 'Cannot {call}: {remote} answered {answer}: {reason}',
    ja: '{remote}がエラー「{answer}」を返しました：{reason}',
    onlyEn: ['call'],
  },
  says: { en: 'the service says: {words}', ja: 'サービスの説明：{words}' },
  hintAndSays: {
    en: '{hint}; the service says: {words}',
    ja: 'サービスの説明：{words}',
    onlyEn: ['hint'],
  },
  otherShape: {
    en: 'Cannot read the reply to {call}: {remote} sent another shape',
    ja: '{remote}の応答を読み取れませんでした',
    onlyEn: ['call'],
  },
  unreachable: {
    en: 'Cannot reach {host} for {call}: nothing was sent',
    ja: '{host}に接続できず、何も送信していません',
    onlyEn: ['call'],
  },
  silent: {
    en: 'Cannot tell the outcome of {call}: its reply did not arrive',
    ja: '送信しましたが、応答がありませんでした',
    onlyEn: ['call'],
  },
  tooLarge: {
    en: 'Cannot read {call}: its reply is over {limit} bytes',
    ja: '応答が大きすぎて読み取れませんでした（上限{limit}バイト）',
    onlyEn: ['call'],
  },
})
