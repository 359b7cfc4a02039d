import { expect, test } from 'vitest'
import { neverSent } from '../../../lib/core/http/never-sent.ts'

const coded = (code: string, cause?: unknown) => Object.assign(new Error(code, { cause }), { code })
const fetchFailed = (cause: unknown) => new TypeError('fetch failed', { cause })

const ROWS = [
  { name: 'no listener', input: fetchFailed(coded('ECONNREFUSED')), want: true },
  { name: 'an unknown name', input: fetchFailed(coded('ENOTFOUND')), want: true },
  { name: 'a certificate that is not trusted', input: fetchFailed(coded('CERT_HAS_EXPIRED')), want: true },
  { name: 'a connection that took too long', input: coded('UND_ERR_CONNECT_TIMEOUT'), want: true },
  {
    name: 'two addresses, both refused',
    input: fetchFailed(new AggregateError([coded('ECONNREFUSED'), coded('ENETUNREACH')])),
    want: true,
  },
  {
    name: 'two addresses, one of them reached',
    input: fetchFailed(new AggregateError([coded('ECONNREFUSED'), coded('ECONNRESET')])),
    want: false,
  },
  { name: 'a connection that broke off', input: fetchFailed(coded('ECONNRESET')), want: false },
  { name: 'an answer that was cut', input: fetchFailed(coded('UND_ERR_SOCKET')), want: false },
  { name: 'a time-out', input: new DOMException('timed out', 'TimeoutError'), want: false },
  { name: 'something that is no error', input: 'ECONNREFUSED', want: false },
]
test.each(ROWS)('neverSent() of $name is $want', ({ input, want }) => {
  expect(neverSent(input)).toBe(want)
})
