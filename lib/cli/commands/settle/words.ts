/** The labels that the rows of several kinds of open items share. */
import { catalogue } from '../../../core/language/catalogue.ts'

export const LABEL = catalogue('settle.labels', {
  case: { en: 'case', ja: '番号' },
  kind: { en: 'kind', ja: '種類' },
  state: { en: 'state', ja: '状態' },
  since: { en: 'since', ja: 'いつから' },
  why: { en: 'why', ja: '理由' },
  file: { en: 'file', ja: 'ファイル' },
  channel: { en: 'channel', ja: 'チャンネル' },
  booked: { en: 'booked as', ja: '科目・税区分' },
  operation: { en: 'operation', ja: '操作' },
})
