import { catalogue } from '../language/catalogue.ts'

export const RELEASE_FAILURES = catalogue('failure.release', {
  root: { en: 'Cannot trust the root: {why}', ja: 'ルートを信頼できません：{why}' },
  ownKeys: {
    en: 'root {version} is not signed by {threshold} of its own keys',
    ja: 'ルート {version}に、自身の鍵{threshold}個の署名がありません',
  },
  earlierKeys: {
    en: 'root {version} is not signed by {threshold} of the keys of root {before}',
    ja: 'ルート {version}に、ルート {before}の鍵{threshold}個の署名がありません',
  },
  order: {
    en: 'root {version} follows root {before}, expected {expected}',
    ja: 'ルート {before}の次はルート {expected}のはずですが、ルート {version}です',
  },
  notRoot: { en: 'it is not a root document', ja: 'ルートの文書ではありません' },
  threshold: {
    en: 'its threshold is higher than its number of keys',
    ja: '必要な署名の数が鍵の数を超えています',
  },
  answerSize: {
    en: 'Cannot read the answer: {bytes} bytes follow its head, expected {expected}',
    ja: '応答を読み取れません：先頭の部分に続くのは{expected}バイトのはずですが、{bytes}バイトです',
  },
  list: { en: 'Cannot make the list of files: {why}', ja: 'ファイル一覧を作成できません：{why}' },
  largeDelta: {
    en: 'the delta is larger than half of it',
    ja: '差分が全体の半分を超えています',
  },
  digest: {
    en: 'its digest is not the one that the answer names',
    ja: 'ハッシュが応答のものと異なります',
  },
})

export const RELEASE_HINTS = catalogue('hint.release', {
  trustedSource: {
    en: 'enrol the device again from a source you trust, or ask the publisher for the missing root',
    ja: '信頼できる入手元から端末を登録し直すか、足りないルートを担当者に依頼してください',
  },
  broke: { en: 'the connection broke: sync again', ja: '接続が切れました。もう一度同期してください' },
  publishAgain: {
    en: 'sync again; if it fails again, tell the operator to publish and deploy again',
    ja: 'もう一度同期し、それでも失敗する場合は、発行とデプロイをやり直すよう担当者にお知らせください',
  },
})
