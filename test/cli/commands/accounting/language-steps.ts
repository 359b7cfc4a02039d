/** The commands of the books, in the order in which languages.test.ts runs them, and the files that they read. */
import { DEAL, LINE } from './books.ts'

/** The words of a command, what a person answers, and whether the request for a deal gets lost. */
export interface Step {
  readonly words: readonly string[]
  readonly answers?: readonly string[]
  readonly lost?: true
}

/** The commands about the credential, which need the store and the keys of a machine, in this order. */
export const OF_OPERATOR: readonly Step[] = [
  { words: ['token'] },
  { words: ['authorize'] },
  { words: ['authorize', '--code', 'wrong'] },
  { words: ['authorize', '--code', 'two words'] },
  { words: ['authorize', '--code', 'https://k.example/?error=access_denied'] },
  { words: ['authorize'], answers: ['CODE'] },
  { words: ['token'] },
  { words: ['recover'] },
  { words: ['recover', '--line', 'x'] },
]

const LEARN = ['learn-tax-codes', '--codes', '136,999', '--account-item', '会議費', '--date', '2026-06-15']
const JOURNAL = ['journal', '--from', '2026-04-01', '--until', '2026-04-30', '--out', 'journal.csv']

/** The commands of a company without a confirmed first deal. */
const FIRST_STEPS: readonly Step[] = [
  { words: ['deal', '--case', 'a', ...DEAL] },
  { words: ['deal', '--case', 'a', ...DEAL, '--write'] },
  { words: [...LEARN, '--write'], answers: ['はい', '山田'] },
  { words: ['first-deal', ...DEAL], answers: ['はい', 'はい', '山田', 'はい'] },
]

/** In this order: a later command may need what an earlier one has made. */
const STEPS: readonly Step[] = [
  ...['companies', 'account-items', 'taxes', 'partners', 'items', 'walletables'].map(list => ({
    words: ['list', list],
  })),
  { words: ['first-deal'] },
  { words: ['deal', ...DEAL] },
  { words: ['deal', ...DEAL, '--case', 'a', '--write'] },
  { words: ['deal', ...DEAL, '--case', 'b', '--tax-code', '190', '--write'] },
  { words: ['deal', ...DEAL, '--account-item', '消耗品'] },
  { words: ['list', 'deals'] },
  { words: ['show', 'DEAL'] },
  { words: ['list', 'cases'] },
  { words: ['list', 'cases', '--state', 'all'] },
  { words: ['settle', '--kind', 'deal', '--list'] },
  { words: ['settle', '--kind', 'deal'], answers: ['', '', ''] },
  { words: ['settle', 'b'], answers: ['', '', ''] },
  { words: ['partners', 'create', 'X'] },
  { words: ['partners', 'create', 'X', '--write'] },
  { words: ['import', 't.csv'] },
  { words: ['import', 't.csv', '--write'] },
  { words: ['import', 't.csv', '--write', '--new-partners'], answers: ['no'] },
  { words: ['import', 't.csv', '--write', '--new-partners'], answers: ['yes', 'none'] },
  { words: ['import', 'folder'] },
  { words: ['import', 'wrong.csv'] },
  { words: JOURNAL },
  { words: LEARN },
  { words: ['delete', 'DEAL'] },
  { words: ['delete', 'DEAL', '--write'] },
  { words: ['list', 'partners', '--search', 'どこにもない'] },
  { words: ['settle', 'b', '--release', '--by', '山田', '--operation', 'another'] },
  { words: ['deal', ...DEAL, '--case', 'a', '--amount', '2200', '--write'] },
  { words: ['deal', ...DEAL, '--case', 'c', '--date', '4/31', '--write'] },
  { words: ['deal', ...DEAL, '--case', 'd', '--amount', '3300', '--write'], lost: true },
  { words: ['settle', 'd', '--kind', 'deal'], answers: ['はい', '見つからない', '山田'] },
]

const CREATE = ['partners', 'create', '商店', '--registration-number']

/** What is refused. */
const REFUSED: readonly (readonly string[])[] = [
  ['deal'],
  ['deal', 'どこにもない.json'],
  ['deal', ...DEAL, '--amount', 'たくさん'],
  ['deal', ...DEAL, '--company', '999'],
  ['deal', ...DEAL, '--description', 'x'.repeat(3000)],
  ['deal', ...LINE, '--rate', '12', '--qualified', 'はい'],
  ['deal', ...LINE, '--rate', '10', '--qualified', '多分'],
  ['deal', ...LINE, '--tax-code', '課税'],
  ['list', 'deals', '--search', 'x'],
  ['list', 'deals', '--partner', 'どこにもない'],
  ['list', 'deals', '--from', '2026-13-01'],
  ['list', 'deals', '--from', '2026-05-01', '--until', '2026-04-01'],
  [...CREATE, 'T1'],
  [...CREATE, 'T1234567890123'],
  [...LEARN, '--codes', '136,x'],
  [...LEARN, '--account-item', 'ない科目'],
  ['learn-tax-codes', '--abandon'],
  ['journal', '--from', '4/1', '--until', '4/30', '--raw', '--json'],
  ['settle', '領収書', '--kind', 'deal'],
  ['settle', 'x', '--release', '--free'],
  ['settle', '--operation', 'x'],
  ['settle', 'x', '--kind', 'message', '--message', '1', '--list'],
  ...['', 'none.csv', 'empty', 'empty.csv', 'head.csv', 't.xlsx', 'odd.csv', 'twice.csv', 'cells.csv'].map(
    source => ['import', ...[source].filter(Boolean)],
  ),
]

export const ALL_STEPS = [...FIRST_STEPS, ...STEPS, ...REFUSED.map(words => ({ words }) as Step)]

const TABLE = [
  '日付,科目,税率,適格,金額,摘要,取引先,ファイル,支払方法,番号',
  '2026-06-15,消耗品費,10,いいえ,1200,,,,,A',
  '2026-06-15,消耗品費,10,いいえ,1200,,,,,B',
  '2026-06-16,消耗品費,10,いいえ,900,,Y,,,C',
  '2026-06-16,消耗品費,10,いいえ,x,,,,,D',
  '6/16,消耗品費,10,いいえ,500,,,,現金,E',
].join('\n')

const HEAD = '日付,科目,税率,適格,金額,取引先,ファイル,支払方法,部門,品目,メモタグ,番号,摘要'
/** Each row has another fault. */
const WRONG = [
  HEAD,
  '2026-04-15,消耗費,10,はい,5',
  '2026-04-15,消耗品費,課対仕入11%,,5',
  '2026-04-15,消耗品費,10,はい,5,,,,営業',
  '2026-04-15,消耗品費,10,はい,5,,,,,文具',
  '2026-04-15,消耗品費,10,はい,5,,,,,,出帳',
  '2026-04-15,消耗品費,10,はい,5,,,財布',
  '2026-04-15,消耗費,10,はい,5,,,,営業',
  '2026-04-15,消耗品費,10,はい,2.200',
  '2026-02-30,消耗品費,10,はい,5',
  '4/7,消耗品費,10,,5',
  '2026-04-15,消耗品費,対象外,T8700110005902,5',
  '2026-04-15,消耗品費,10,はい,5,,none.pdf',
  '2026-04-15,消耗品費,10,はい,5,,../a.pdf',
  `2026-04-15,消耗品費,10,はい,5,,,,,,,,${'長'.repeat(251)}`,
].join('\n')

export const FILES = {
  't.csv': TABLE,
  'wrong.csv': WRONG,
  'empty.csv': '',
  'head.csv': HEAD,
  't.xlsx': 'PK\x03\x04',
  'odd.csv': '日付,科日\n1,2\n',
  'twice.csv': '日付,date\n1,2\n',
  'cells.csv': '日付\n1,2\n',
}
