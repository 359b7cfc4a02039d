import { expect, test } from 'vitest'
import { tokenText } from '../../../../lib/console/pages/connections/connections.ts'
import { TOKEN_REASONS } from '../../../../lib/services/accounting/tokens/exchange/words.ts'

const VIEW = {
  language: 'ja',
  locale: { language: 'ja', timezone: 'Asia/Tokyo' },
  path: '/console/connections',
  address: '/console/connections',
  nonce: 'n',
} as const

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
