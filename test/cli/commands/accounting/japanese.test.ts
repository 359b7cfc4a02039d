/** The commands about single deals in Japanese: their output, faults and hints. */
import { describe, expect, test } from 'vitest'
import { errorLines } from '../../../../lib/cli/terminal/output.ts'
import { lostAnswer } from '../../../../sandbox/faults.ts'
import { englishWords } from '../../../helpers/notice-words.ts'
import { DEAL, LINE, serveBooks } from './books.ts'

const env = { KURA_LANGUAGE: 'ja' }
const LOCALE = { language: 'ja', timezone: 'Asia/Tokyo' } as const
/**
 * Removes the words that are not translated because a person types them: commands, and the name of a person's own
 * program.
 */
const typed = (text: string) => text.replaceAll(/(?:npx --no )?kura [a-z-]+(?: [a-z-]+)*(?: "[^"]*")?/g, '')
const english = (text: string) => englishWords(typed(text), ['JSON', 'receipt', 'ACCOUNTING_WRITES'])

/** Returns the lines that a person reads of a command's error. */
async function errorOf(work: Promise<unknown>): Promise<string[]> {
  const error: unknown = await work.then(
    () => {
      throw new Error('no error')
    },
    thrown => thrown,
  )
  return errorLines(error, LOCALE)
}

describe('is refused in Japanese:', () => {
  test.each([
    { name: 'no deal', words: ['deal'], says: '取引の内容が足りません' },
    { name: 'an amount', words: ['deal', ...DEAL, '--amount', 'たくさん'], says: '0以外の円単位の整数' },
    { name: 'a rate', words: ['deal', ...LINE, '--rate', '12', '--qualified', 'はい'], says: '軽減税率の8' },
    {
      name: 'neither yes nor no',
      words: ['deal', ...LINE, '--rate', '10', '--qualified', '多分'],
      says: 'はい、または、いいえ',
    },
    { name: 'a code', words: ['deal', ...LINE, '--tax-code', '課税'], says: '整数で書いてください' },
    {
      name: 'a company',
      words: ['deal', ...DEAL, '--company', '999'],
      says: 'このユーザーの事業所ではありません',
    },
    { name: 'a day', words: ['list', 'deals', '--from', '2026-13-01'], says: '暦に存在しません' },
    {
      name: 'days in the wrong order',
      words: ['list', 'deals', '--from', '2026-05-01', '--until', '2026-04-01'],
      says: 'より後の日です',
    },
    {
      name: 'a write before the first deal',
      words: ['deal', '--write', '--case', 'a', ...DEAL],
      says: 'テスト取引',
    },
    {
      name: 'a case that is not there',
      words: ['settle', '領収書', '--kind', 'deal'],
      says: '見つかりません',
    },
  ])('$name', async ({ words, says }) => {
    const { kura } = await serveBooks()
    const lines = await errorOf(kura(words, { env }))
    expect(lines.join('\n')).toContain(says)
    expect(english(lines.join('\n'))).toEqual([])
  })

  test('a case that is registered, that has another body, and whose outcome is unknown', async () => {
    const { kura, confirmFirst, served } = await serveBooks()
    await confirmFirst()
    await kura(['deal', '--write', '--case', '領収書1', ...DEAL], { env })
    const again = (...more: string[]) =>
      errorOf(kura(['deal', '--write', '--case', '領収書1', ...DEAL, ...more], { env }))
    const registered = await again()
    expect(registered[0]).toMatch(/^kura: 「領収書1」を登録できません：取引\d+として登録済みです$/)
    expect((await again('--amount', '2200'))[0]).toMatch(/同じ番号で別の内容が送られています（取引\d+）$/)
    served.service.sandbox.faults.arm('POST /api/1/deals', lostAnswer())
    const lost = await errorOf(
      kura(['deal', '--write', '--case', '領収書2', ...DEAL, '--amount', '3300'], { env }),
    )
    expect(lost[0]).toContain('「領収書2」が登録されたかどうか分かりません')
    expect(lost[1]).toContain('kura settle "領収書2"')
    expect(english([...registered, ...lost].join('\n'))).toEqual([])
  })
})

test('a dry run says in Japanese what would keep it from being written', async () => {
  const { kura } = await serveBooks()
  const { out } = await kura(['deal', '--case', '領収書1', ...DEAL], { env })
  const said = out.slice(0, out.indexOf('{'))
  expect(said).toContain('予定の表示です。登録していません')
  expect(said).toContain('「領収書1」：未登録')
  expect(said).toMatch(/今は登録できません：.*最初のテスト取引がまだ確認されていません/)
  expect(english(said)).toEqual([])
})

test('the first deal is asked about, and a deal waits, in Japanese', async () => {
  const { kura } = await serveBooks()
  const first = await kura(['first-deal', ...DEAL], { env, answers: ['はい', 'はい', '山田', 'いいえ'] })
  expect(first.asked).toEqual([
    expect.stringMatching(/^この取引を.*に登録しますか\?/),
    expect.stringMatching(/^この内容で正しいですか\?/),
    'お名前：',
    expect.stringMatching(/^取引\d+を削除しますか\?/),
  ])
  const waits = await kura(['deal', '--write', '--case', '領収書1', ...DEAL, '--date', '4/31'], { env })
  expect(waits.out).toMatch(
    /^「領収書1」は確認待ちです。まだ登録していません：\n.*\n直してから、もう一度登録してください\n$/,
  )
})

test('a decision about what has changed, or may still arrive, is refused in Japanese', async () => {
  const { kura, confirmFirst, served } = await serveBooks()
  await confirmFirst()
  const flagged = ['deal', '--write', '--case', '領収書1', ...LINE, '--tax-code', '190']
  await kura(flagged, { env })
  const release = ['settle', '領収書1', '--release', '--by', '山田', '--operation', 'another']
  const changed = await errorOf(kura(release, { env }))
  expect(changed[0]).toBe('kura: 表示した後に、内容が変わりました')
  served.service.sandbox.faults.arm('POST /api/1/deals', lostAnswer())
  await errorOf(
    kura(['deal', '--write', '--case', '領収書2', ...DEAL, '--amount', '3300', '--date', '2026-04-20'], {
      env,
    }),
  )
  served.service.company.deals.clear()
  const answers = ['はい', '見つからない', '山田']
  const early = await errorOf(kura(['settle', '領収書2', '--kind', 'deal'], { env, answers }))
  expect(early[0]).toMatch(/^kura: まだ届く可能性があります。あと1\d分待ってください$/)
  expect(english([...changed, ...early].join('\n'))).toEqual([])
})
