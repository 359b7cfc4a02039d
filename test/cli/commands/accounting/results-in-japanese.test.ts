/** What the commands of a bookkeeper show with KURA_LANGUAGE=ja: no line has an English word that is not a name. */
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { errorLines } from '../../../../lib/cli/terminal/output.ts'
import { AppError } from '../../../../lib/core/errors.ts'
import { englishWords } from '../../../helpers/notice-words.ts'
import { temporaryDirectory } from '../../../helpers/temporary-directory.ts'
import { DEAL, serveBooks } from './books.ts'

const env = { KURA_LANGUAGE: 'ja' }
const LOCALE = { language: 'ja', timezone: 'Asia/Tokyo' } as const
/** The names of people, files, settings and roles, which stay as they are. */
const NAMES = ['ID', 'JSON', 'UTC', 'admin', 'self_only', 'read_only', 'member']
const COMMAND = /(?:npx --no )?kura [a-z-]+(?: [a-z-]+)*/g
/** The bodies that are sent, as JSON. */
const BODY = /^\{[\s\S]*?^\}/gm
const english = (text: string) => englishWords(text.replaceAll(BODY, '').replaceAll(COMMAND, ''), NAMES)

const LEARN = ['learn-tax-codes', '--codes', '136,999', '--account-item', '会議費', '--date', '2026-06-15']

describe('in Japanese:', () => {
  test.each([
    { words: ['list', 'companies'], says: '事業所番号' },
    { words: ['list', 'account-items'], says: '標準の税区分' },
    { words: ['list', 'taxes'], says: 'コード' },
    { words: ['list', 'partners'], says: '使用中' },
    { words: ['list', 'partners', '--search', 'どこにもない'], says: '名前はありません' },
    { words: ['list', 'items'], says: '品目' },
    { words: ['list', 'walletables'], says: '種類' },
    { words: ['list', 'deals'], says: '決済' },
    { words: ['list', 'cases'], says: '確認が必要な取引はありません' },
    { words: ['partners', 'create', '新しい商店'], says: '作成していません' },
    { words: ['partners', 'create', '新しい商店', '--write'], says: '作成しました' },
    { words: LEARN, says: 'テスト用の取引2件' },
    { words: ['settle', '--kind', 'deal'], says: '確認が必要なものはありません' },
  ])('$words', async ({ words, says }) => {
    const { kura, confirmFirst } = await serveBooks()
    await confirmFirst()
    const { out, err } = await kura(words, { env })
    expect(out).toContain(says)
    expect(english(`${out}\n${err}`.replaceAll(/[(（][^)）]*[)）]/g, ''))).toEqual([])
  })

  test('tax codes are learned', async () => {
    const { kura } = await serveBooks()
    const { out, asked } = await kura([...LEARN, '--write'], { env, answers: ['はい', '山田'] })
    expect(out).toMatch(/136 +課対仕入10% +判明\n999 +会計サービスが拒否/)
    expect(english(asked.join('\n'))).toEqual([])
  })

  test('a deal is deleted', async () => {
    const { kura, confirmFirst, served } = await serveBooks()
    await confirmFirst()
    const [deal] = [...served.service.company.deals.keys()].slice(-1)
    const shown = await kura(['delete', String(deal)], { env })
    expect(shown.out).toContain('削除していません')
    const deleted = await kura(['delete', String(deal), '--write'], { env })
    expect(deleted.out).toMatch(/^取引\d+を削除しました\n「first-deal-\d+」：/)
    expect(english(`${shown.out}${deleted.out}`.replaceAll(/first-deal-\d+|kura-[0-9a-f]+/g, ''))).toEqual([])
  })

  test('a journal is written', async () => {
    const { kura } = await serveBooks()
    const path = join(await temporaryDirectory(), '仕訳帳.csv')
    const { out, err } = await kura(
      ['journal', '--from', '2026-04-01', '--until', '2026-04-30', '--out', path],
      { env },
    )
    expect(out).toBe(`書き込みました：${path}\n`)
    expect(err).toMatch(/^仕訳帳の作成：/)
  })
})

describe('is refused in Japanese:', () => {
  test.each([
    { words: ['list', 'deals', '--search', 'x'], says: '「deals」の一覧では使えません' },
    { words: ['list', 'deals', '--partner', 'どこにもない'], says: '取引先「どこにもない」が見つかりません' },
    { words: ['partners', 'create', '商店', '--registration-number', 'T1'], says: 'Tと13桁の数字です' },
    {
      words: ['partners', 'create', '商店', '--registration-number', 'T1234567890123'],
      says: 'チェックデジットが合いません',
    },
    { words: [...LEARN, '--codes', '136,x'], says: '数字ではありません' },
    { words: ['learn-tax-codes', '--abandon'], says: '止まっている実行はありません' },
    { words: [...LEARN, '--account-item', 'ない科目'], says: '「ない科目」はありません' },
    { words: ['deal', 'どこにもない.json'], says: 'ファイルまたはフォルダーがありません' },
    { words: ['deal', ...DEAL, '--description', 'x'.repeat(3000)], says: 'の値は使えません' },
    { words: ['journal', '--from', '4/1', '--until', '4/30', '--raw', '--json'], says: '--out で' },
    { words: ['settle', 'x', '--release', '--free'], says: 'どちらかを選んでください' },
    { words: ['settle', '--operation', 'x'], says: '決定を指定してください' },
    { words: ['settle', 'x', '--kind', 'message', '--message', '1', '--list'], says: '決定をしません' },
  ])('$words', async ({ words, says }) => {
    const { kura } = await serveBooks()
    const error: unknown = await kura(words, { env }).catch((thrown: unknown) => thrown)
    if (!(error instanceof AppError)) throw new Error('no error')
    const said = errorLines(error, LOCALE).join('\n')
    expect(said).toContain(says)
    expect(english(said)).toEqual([])
  })
})
