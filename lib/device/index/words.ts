import { catalogue } from '../../core/language/catalogue.ts'

export const INDEX_FAILURES = catalogue('failure.index', {
  notUpdated: { en: 'Cannot update the index "{path}": {why}', ja: '索引「{path}」を更新できません：{why}' },
  notText: { en: 'it is not UTF-8 text', ja: 'UTF-8のテキストではありません' },
  changing: { en: 'another program keeps changing it', ja: 'ほかのプログラムが変更し続けています' },
})

export const INDEX_HINTS = catalogue('hint.index', {
  save: {
    en: 'save it as UTF-8, then sync again; the file is unchanged',
    ja: 'UTF-8で保存してから、もう一度同期してください。ファイルは変わっていません',
  },
  close: {
    en: 'close the program, then sync again; the file is unchanged',
    ja: 'そのプログラムを閉じてから、もう一度同期してください。ファイルは変わっていません',
  },
})
