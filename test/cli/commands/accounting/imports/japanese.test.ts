/** The import in Japanese: its faults and hints, for the person who keeps the books. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { AppError } from '../../../../../lib/core/errors.ts'
import { textOf } from '../../../../../lib/core/language/text.ts'
import { englishWords } from '../../../../helpers/notice-words.ts'
import { createImportWorld } from './world.ts'

const env = { KURA_LANGUAGE: 'ja' }
const LOCALE = { language: 'ja', timezone: 'Asia/Tokyo' } as const
const HEAD = '日付,科目,税率,適格,金額,取引先,ファイル,支払方法,部門,品目,メモタグ,番号,摘要'

const problems = [
  {
    name: 'an unknown account item',
    row: '2026-04-15,消耗費,10,はい,5',
    says: '科目「消耗費」は、この事業所の勘定科目にありません（似た名前：消耗品費',
  },
  {
    name: 'an unknown tax category',
    row: '2026-04-15,消耗品費,課対仕入11%,,5',
    says: '税率「課対仕入11%」は、この事業所の税区分にありません（似た名前：',
  },
  {
    name: 'an unknown section',
    row: '2026-04-15,消耗品費,10,はい,5,,,,営業',
    says: '部門「営業」は、この事業所の部門にありません（似た名前：営業部）',
  },
  {
    name: 'an unknown item',
    row: '2026-04-15,消耗品費,10,はい,5,,,,,文具',
    says: '品目「文具」は、この事業所の品目にありません',
  },
  {
    name: 'an unknown memo tag',
    row: '2026-04-15,消耗品費,10,はい,5,,,,,,出帳',
    says: 'メモタグ「出帳」は、この事業所のメモタグにありません',
  },
  {
    name: 'an unknown walletable',
    row: '2026-04-15,消耗品費,10,はい,5,,,財布',
    says: '支払方法「財布」は、この事業所の口座にありません',
  },
  { name: 'several unknown names', row: '2026-04-15,消耗費,10,はい,5,,,,営業', says: '（ほか1件）' },
  {
    name: 'a wrong amount',
    row: '2026-04-15,消耗品費,10,はい,2.200',
    says: '金額「2.200」を金額として読み取れません（記入例：2200、▲2,200）',
  },
  {
    name: 'a day that does not exist',
    row: '2026-02-30,消耗品費,10,はい,5',
    says: '日付「2026-02-30」は暦に存在しません',
  },
  {
    name: 'a day without a year',
    row: '4/7,消耗品費,10,はい,5',
    says: '日付「4/7」に年がありません（記入例：2026-04-07）',
  },
  {
    name: 'a wrong number of an issuer',
    row: '2026-04-15,消耗品費,対象外,T8700110005902,5',
    says: '検査用数字の不一致',
  },
  {
    name: 'a file that is not there',
    row: '2026-04-15,消耗品費,10,はい,5,,none.pdf',
    says: 'ファイル「none.pdf」を使えません：見つかりません',
  },
  {
    name: 'a file elsewhere',
    row: '2026-04-15,消耗品費,10,はい,5,,../a.pdf',
    says: 'フォルダーの外を指しています',
  },
  {
    name: 'a long description',
    row: `2026-04-15,消耗品費,10,はい,5,,,,,,,,${'長'.repeat(251)}`,
    says: '摘要が長すぎます（250文字まで）',
  },
]
test.each(problems)('$name', async ({ row, says }) => {
  const world = await createImportWorld()
  await writeFile(join(world.cwd, 't.csv'), `${HEAD}\n${row}\n`)
  const { out } = await world.kura(['t.csv'], { env })
  expect(out).toContain(says)
  expect(englishWords(out)).toEqual([])
})

const sources = [
  { name: 'nothing', words: [], files: {} },
  { name: 'a file that is not there', words: ['none.csv'], files: {} },
  { name: 'a table without rows', words: ['t.csv'], files: { 't.csv': `${HEAD}\n` } },
  { name: 'an empty table', words: ['t.csv'], files: { 't.csv': '' } },
  { name: 'a workbook', words: ['t.xlsx'], files: { 't.xlsx': 'PK\x03\x04' } },
  { name: 'an unknown column', words: ['t.csv'], files: { 't.csv': '日付,科日\n1,2\n' } },
  { name: 'a column twice', words: ['t.csv'], files: { 't.csv': '日付,date\n1,2\n' } },
  { name: 'too many cells', words: ['t.csv'], files: { 't.csv': '日付\n1,2\n' } },
  { name: 'no rows of JSON', words: ['t.json'], files: { 't.json': '{}' } },
  { name: 'an empty folder', words: ['receipts'], files: {} },
]
test.each(sources)('refuses $name', async ({ words, files }) => {
  const world = await createImportWorld()
  await mkdir(join(world.cwd, 'receipts'))
  for (const [name, text] of Object.entries(files)) await writeFile(join(world.cwd, name), text)
  const error: unknown = await world.kura(words, { env }).catch(thrown => thrown)
  if (!(error instanceof AppError) || !error.phrase || !error.hint) throw error
  const said = [error.phrase, error.hintPhrase ?? ''].map(text => textOf(text, LOCALE)).join(' ')
  expect(englishWords(said.replaceAll(/kura [a-z -]+/g, ''), ['CSV UTF-8', 'csv', 'json'])).toEqual([])
})

test('the result of a write', async () => {
  const world = await createImportWorld()
  const rows = ['2026-04-15,消耗品費,10,はい,5', '2026-02-30,消耗品費,10,はい,5']
  await writeFile(join(world.cwd, 't.csv'), [HEAD, ...rows].join('\n'))
  const { out, err } = await world.kura(['t.csv', '--write'], { env })
  expect(out).toContain('3行目：要修正：日付「2026-02-30」は暦に存在しません')
  expect(out).toContain('登録：2件中1件。')
  expect(err).toContain('登録 0/1行')
  const result = await readFile(join(world.cwd, 't.result.csv'), 'utf8')
  expect(result).toMatch(/^\ufeff行,番号,状態,取引ID,ファイルID,理由\r\n2行目,\S+ 5 \w+,登録済み,\d+,,/)
})
