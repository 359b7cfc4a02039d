import { describe, expect, test } from 'vitest'
import { markRejected } from '../../../../../lib/services/accounting/tokens/keeper.ts'
import { credential, EXPIRED, EXPIRES, NO_CODE } from './credentials.ts'

describe('markRejected()', () => {
  const rows = [
    { name: 'marks by its code', rejected: EXPIRED, now: 0, want: true },
    {
      name: 'marks by one code of several',
      rejected: { generation: 3, codes: ['x', ...EXPIRED.codes] },
      now: 0,
      want: true,
    },
    {
      name: 'marks by expired_token',
      rejected: { generation: 3, codes: ['expired_token'] },
      now: 0,
      want: true,
    },
    {
      name: 'marks by token_expired',
      rejected: { generation: 3, codes: ['token_expired'] },
      now: 0,
      want: true,
    },
    { name: 'marks by the stored expiry', rejected: NO_CODE, now: EXPIRES, want: true },
    { name: 'does not mark a living token without a code', rejected: NO_CODE, now: EXPIRES - 1, want: false },
    {
      name: 'does not mark past the expiry if a code says otherwise',
      rejected: { generation: 3, codes: ['company_not_found'] },
      now: EXPIRES,
      want: false,
    },
    {
      name: 'does not mark another generation',
      rejected: { ...EXPIRED, generation: 2 },
      now: 0,
      want: false,
    },
  ]
  test.each(rows)('$name', ({ rejected, now, want }) => {
    expect(markRejected(credential(), rejected, now).accessRejected).toBe(want)
  })
})
