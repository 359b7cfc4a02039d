import { catalogue } from '../../../core/language/catalogue.ts'
import { kura, openItem } from '../../../core/language/open-item.ts'

const learningTexts = {
  title: {
    en: '{count, plural, one {Test deals may be in the books of a company} other {Test deals may be in the books of # companies}}',
    ja: 'テスト用の取引が帳簿に残っている事業所が{count, number}件あります',
  },
  line: {
    en: 'company {company}, {deals, number} {deals, plural, one {deal} other {deals}}',
    ja: '事業所ID {company}（{deals, number}件）',
  },
  act: {
    en: 'run it again: it looks for its test deals and deletes them',
    ja: 'もう一度実行してください。テスト用の取引を探して削除します',
  },
  over: {
    en: 'No test deals left in the books of company {names}',
    ja: 'テスト用の取引がなくなった事業所：{names}',
  },
} as const

const learning = {
  urgency: 'money',
  values: (facts: { company: number; deals: number }) => facts,
  command: ({ company }: { company: number }) =>
    kura('accounting', 'learn-tax-codes', '--company', String(company), '--write'),
  name: ({ company }: { company: number }) => String(company),
} as const

export const learningItems = {
  learning_stopped: openItem({
    ...catalogue('notices.learning_stopped', {
      ...learningTexts,
      meaning: {
        en: 'The run stopped before it deleted its test deals.',
        ja: '税区分の学習が途中で止まり、テスト用の取引が削除されていません。',
      },
    }),
    ...learning,
  }),
  learning_ended: openItem({
    ...catalogue('notices.learning_ended', {
      ...learningTexts,
      meaning: {
        en: 'The run has ended, but may have left test deals behind.',
        ja: '税区分の学習は終わりましたが、テスト用の取引が残っている可能性があります。',
      },
    }),
    ...learning,
  }),
}
