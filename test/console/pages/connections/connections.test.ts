/** The page asks the services themselves: what is stored does not say whether they answer. */
import { expect, test } from 'vitest'
import { tokenText } from '../../../../lib/console/pages/connections/connections.ts'
import { TOKEN_REASONS } from '../../../../lib/services/accounting/tokens/exchange/words.ts'
import { lostRequest } from '../../../../sandbox/faults.ts'
import { viewIn } from '../../view.ts'
import { servedConsole } from '../to-do/world.ts'

const VIEW = viewIn('ja', '/console/connections')

test.each([
  [{ state: 'unauthorized' }, 'まだ連携していません'],
  [{ state: 'current', daysLeft: 80 }, '連携中</span> 使わない場合はあと80日'],
  [{ state: 'refreshing' }, '連携中'],
  [{ state: 'unreadable' }, '設定と保存された連携が一致しません'],
  [{ state: 'current', obstacle: 'sealed' }, '設定と保存された連携が一致しません'],
  [{ state: 'reauthorize', reason: { text: 'invalid_grant' } }, '連携が切れています：「invalid_grant」'],
  [
    { state: 'paused', reason: { text: 'unreachable', id: TOKEN_REASONS.unreachable.id } },
    '連携が切れています：接続不可',
  ],
])('%j is shown as %s', (token, want) => {
  expect(String(tokenText(token, VIEW))).toContain(want)
})

test.each([
  ['en', 'Cannot use the setting KURA_APPROVE_ABOVE: expected an amount in yen, such as 100000'],
  ['ja', '設定「KURA_APPROVE_ABOVE」の値が正しくありません（正しい値：円単位の金額（100000など））'],
])('a setting that cannot be used is named with its form, in the language %s', async (language, want) => {
  const { env, open } = await servedConsole({ env: { KURA_LANGUAGE: language } })
  env['KURA_APPROVE_ABOVE'] = 'lots'
  expect((await open('/console/connections')).text).toContain(`<p>${want}</p>`)
})

const rows = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/<dt>([^<]*)<\/dt><dd>(.*?)<\/dd>/g)].map(([, name = '', value = '']) => [name, value]),
  )

test('says whether the books answer now, and what is not set up', async () => {
  const { open, sandbox } = await servedConsole()
  expect(rows((await open('/console/connections')).text)).toMatchObject({
    'The books now': '<span class="good">answers: 2 companies</span>',
    Registrar: 'not set up',
    Chat: 'not set up',
  })
  sandbox.sandbox.faults.arm('* /*', lostRequest(), { times: Number.POSITIVE_INFINITY })
  const { status, text } = await open('/console/connections')
  expect([status, rows(text)]).toEqual([
    200,
    expect.objectContaining({
      'The books': expect.stringContaining('connected'),
      'The books now': expect.stringContaining('<span class="bad">does not'),
    }),
  ])
})

test('leaves out what the person may not ask', async () => {
  const { open } = await servedConsole({ scopes: ['admin'] })
  const shown = rows((await open('/console/connections')).text)
  expect(Object.keys(shown)).not.toContain('The books now')
  expect(shown).toHaveProperty('Daily jobs')
})
