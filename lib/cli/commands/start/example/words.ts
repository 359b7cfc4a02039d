/** What the agent of the example company writes to the person who approves. */
export const EXAMPLE = {
  otherNumber: {
    en: 'The invoice came by mail. Its registration number is not the one in the list of partners.',
    ja: 'メールで届いた請求書です。登録番号が取引先の番号と異なります。',
  },
  aboveLimit: {
    en: 'The invoice fits the order. The amount needs two people.',
    ja: '発注どおりの請求書です。金額が大きいため、二人の承認が必要です。',
  },
} as const
