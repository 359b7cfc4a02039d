import { expect, test } from 'vitest'
import { dealAtService } from '../../../lib/console/frame/at-service.ts'

const VIEW = {
  language: 'en',
  locale: { language: 'en', timezone: 'Asia/Tokyo' },
  path: '/console',
  address: '/console',
  nonce: 'n',
} as const

test('dealAtService() links to the deal in the list of the service, if there is one', () => {
  const view = { ...VIEW, books: 'https://secure.freee.co.jp' }
  expect(String(dealAtService(42, view))).toBe(
    '<a href="https://secure.freee.co.jp/deals#deal_id=42" target="_blank" rel="noreferrer">Open it at the accounting service</a>',
  )
  expect([dealAtService(undefined, view), dealAtService(42, VIEW)]).toEqual(['', ''])
})
