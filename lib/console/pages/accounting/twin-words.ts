import { catalogue } from '../../../core/language/catalogue.ts'

export const TWINS = catalogue('console.twins', {
  twins: { en: 'These look the same', ja: '似ている取引' },
  twinsText: {
    en: 'Compare them. If it is the same receipt, decline one of them.',
    ja: '見比べてください。同じ領収書の場合は、どちらかを却下してください。',
  },
  sameFacts: { en: 'The same day, amount and partner', ja: '日付・金額・取引先が同じ' },
  sameFile: { en: 'The same file', ja: '証憑のファイルが同じ' },
  mayBeCorrection: {
    en: 'It waits, and differs in one fact: one may be the correction of the other',
    ja: '1か所だけ違う確認待ちの取引（どちらかが修正したものかもしれません）',
  },
  text: { en: 'description', ja: '摘要' },
  openTwin: { en: 'Open {name}', ja: '{name}を開く' },
  file: { en: 'Open the file', ja: '証憑を開く' },
  fileAt: { en: 'Open file {at}', ja: '証憑{at}を開く' },
})
