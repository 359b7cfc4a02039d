import { expect, test } from 'vitest'
import { type JobReport, problemsOf } from '../../../lib/app/health/problems.ts'
import { phrase } from '../../../lib/core/language/catalogue.ts'
import { english, saidReason, textOf } from '../../../lib/core/language/text.ts'
import { TOKEN_REASONS } from '../../../lib/services/accounting/tokens/exchange/words.ts'
import { REGISTRAR_REASONS } from '../../../lib/services/registrar/words.ts'
import { englishWords, JAPANESE } from '../../helpers/notice-words.ts'

const status = saidReason(phrase(TOKEN_REASONS.status, { status: 503 }))
const noTime = phrase(REGISTRAR_REASONS.noTime)

const rows = [
  {
    name: 'a refresh',
    problems: problemsOf('refresh')({ did: 'failed', token: { reason: status } } as JobReport<'refresh'>),
    said: ['the refresh failed: status_503'],
  },
  {
    name: 'a refresh without a reason',
    problems: problemsOf('refresh')({ did: 'failed', token: {} } as JobReport<'refresh'>),
    said: ['the refresh failed: no reason given'],
  },
  {
    name: 'a refresh that was not due',
    problems: problemsOf('refresh')({ did: 'nothing', token: { reason: status } } as JobReport<'refresh'>),
    said: [],
  },
  {
    name: 'orders, one of which could not be asked for',
    problems: problemsOf('orders')({
      orders: [{ domain: 'a.com', failure: saidReason(noTime) }, { domain: 'b.com' }],
    } as unknown as JobReport<'orders'>),
    said: ['a.com: there was no time left'],
  },
  {
    name: 'notices',
    problems: problemsOf('notices')({
      failed: [{ owner: 'registrar', reason: saidReason(noTime) }],
      outlets: [{ outlet: 'chat', waiting: [{ keys: [], reason: status }] }],
    } as unknown as JobReport<'notices'>),
    said: ['registrar: there was no time left', 'chat: status_503'],
  },
]
test.each(rows)('what failed in $name is a phrase', ({ problems, said }) => {
  expect(problems.map(english)).toEqual(said)
  for (const problem of problems) expect(englishWords(textOf(problem, JAPANESE))).toEqual([])
})
