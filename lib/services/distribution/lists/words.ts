import { catalogue } from '../../../core/language/catalogue.ts'

export const LABELS = catalogue('distribution.labels', {
  device: { en: 'device', ja: '端末' },
  release: { en: 'release', ja: '配布内容' },
  installed: { en: 'installed', ja: '導入済み' },
  indexed: { en: 'indexed', ja: '索引' },
  status: { en: 'status', ja: '端末の表示' },
  state: { en: 'state', ja: '状態' },
  since: { en: 'so since', ja: '状態の開始' },
  seen: { en: 'last seen', ja: '最終連絡' },
})

export const STATES = catalogue('distribution.states', {
  whole: { en: 'whole', ja: '最新' },
  behind: { en: 'behind', ja: '更新の遅れ' },
  silent: { en: 'silent', ja: '連絡なし' },
  incomplete: { en: 'not whole', ja: 'ファイル不足' },
  waiting: { en: 'a file is open', ja: 'ファイル使用中' },
  problems: { en: 'reports a problem', ja: '問題あり' },
  ahead: { en: 'ahead of the host', ja: 'ホストより新しい' },
  revoked: { en: 'revoked', ja: '失効' },
})

export const WORDS = catalogue('distribution.lists', {
  none: { en: 'none', ja: '未導入' },
  files: { en: '{installed} of {expected}', ja: '{expected}件のうち{installed}件' },
  doIncomplete: {
    en: 'open the start file on the device: its next sync fetches what is missing',
    ja: '端末で開始ファイルを開いてください。次の同期で、足りないファイルが届きます',
  },
  doRevoked: {
    en: 'take it off the list, or make a new folder to use it again',
    ja: '一覧から外すか、もう一度使うときは新しいフォルダーを作ってください',
  },
})
