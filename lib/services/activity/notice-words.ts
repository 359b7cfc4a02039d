/** Months of the activity log that wait to be exported. */
import { catalogue } from '../../core/language/catalogue.ts'
import { kura, openItem } from '../../core/language/open-item.ts'

export const activityItems = {
  log_waits: openItem({
    ...catalogue('notices.log_waits', {
      title: {
        en: 'The activity log waits to be exported',
        ja: '書き出していない操作記録があります',
      },
      line: {
        en: 'since {month}, {count, plural, one {one entry} other {# entries}} in the store',
        ja: '{month}以降、未書き出し{count, number}件',
      },
      meaning: {
        en: 'Nothing is lost, but the store grows, and there is no signed copy of these months.',
        ja: '記録は失われませんが、保存容量が増え続け、署名付きの控えもありません。',
      },
      act: {
        en: 'export these months, keep the files in another place too, then remove the entries with "npx kura log remove"',
        ja: '対象の月を書き出し、ファイルを別の場所にも保管してから「npx kura log remove」で削除してください',
      },
      over: {
        en: 'Months of the activity log that were exported: {names}',
        ja: '書き出しが済んだ操作記録の月：{names}',
      },
    }),
    urgency: 'device',
    command: () => kura('log', 'export', '--out', 'kura-log'),
    name: ({ month }) => month,
    values: (facts: { month: string; count: number }) => facts,
  }),
}
