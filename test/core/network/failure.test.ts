import { expect, test } from 'vitest'
import { AppError } from '../../../lib/core/errors.ts'
import { neverSent } from '../../../lib/core/http/never-sent.ts'
import { english, textOf } from '../../../lib/core/language/text.ts'
import { canUseProxies } from '../../../lib/core/network/agent.ts'
import { isNetworkPage, type NetworkFailure, networkFailure } from '../../../lib/core/network/failure.ts'
import { networkHint } from '../../../lib/core/network/words.ts'

const coded = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more })
const within = (cause: unknown) => new TypeError('fetch failed', { cause })

const ROWS: readonly {
  error: unknown
  direct: NetworkFailure | undefined
  proxied?: NetworkFailure | undefined
}[] = [
  { error: coded('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), direct: 'issuer' },
  { error: coded('UNABLE_TO_GET_ISSUER_CERT_LOCALLY'), direct: 'issuer' },
  { error: coded('SELF_SIGNED_CERT_IN_CHAIN'), direct: 'issuer' },
  { error: coded('DEPTH_ZERO_SELF_SIGNED_CERT'), direct: 'issuer' },
  { error: within(coded('SELF_SIGNED_CERT_IN_CHAIN')), direct: 'issuer' },
  { error: coded('ERR_TLS_CERT_ALTNAME_INVALID'), direct: 'otherHost' },
  { error: coded('CERT_NOT_YET_VALID'), direct: 'dates' },
  { error: coded('CERT_HAS_EXPIRED'), direct: 'dates' },
  { error: coded('ENOTFOUND'), direct: 'noName', proxied: 'proxyUnreachable' },
  { error: coded('EAI_AGAIN'), direct: 'noName', proxied: 'proxyUnreachable' },
  { error: coded('ECONNREFUSED'), direct: 'refused', proxied: 'proxyUnreachable' },
  { error: coded('ETIMEDOUT', { syscall: 'connect' }), direct: 'timeout', proxied: 'proxyUnreachable' },
  { error: coded('ETIMEDOUT', { syscall: 'read' }), direct: undefined },
  { error: coded('ERR_CONNECT_TIMEOUT'), direct: 'timeout', proxied: 'proxyUnreachable' },
  { error: coded('EHOSTUNREACH'), direct: undefined, proxied: 'proxyUnreachable' },
  {
    error: new AggregateError([coded('ENETUNREACH'), coded('ECONNREFUSED')]),
    direct: 'refused',
    proxied: 'proxyUnreachable',
  },
  { error: coded('ERR_PROXY_TUNNEL', { statusCode: 407 }), direct: 'proxySignIn' },
  { error: coded('ERR_PROXY_TUNNEL', { statusCode: 502 }), direct: 'proxyRefuses' },
  { error: coded('ERR_PROXY_TUNNEL'), direct: 'proxyUnreachable' },
  { error: coded('ECONNRESET'), direct: undefined },
  { error: new DOMException('timed out', 'TimeoutError'), direct: undefined },
  { error: 'ENOTFOUND', direct: undefined },
]
test.each(ROWS)('$error.message is the failure $direct, through a proxy $proxied', row => {
  const { error, direct, proxied = direct } = row
  expect(networkFailure(error)).toBe(direct)
  expect(networkFailure(error, { proxied: true })).toBe(proxied)
})

test('a request of which nothing was sent failed for the host too', () => {
  const named = ROWS.filter(({ direct }) => direct !== undefined && !direct.startsWith('proxy'))
  const timedOut = named.filter(({ error }) => !neverSent(error)).map(({ error }) => error)
  expect(timedOut).toEqual([expect.objectContaining({ code: 'ETIMEDOUT', syscall: 'connect' })])
})

test('every failure has a hint in both languages, which names host or proxy and has no empty place', () => {
  const failures = [
    ...new Set(ROWS.flatMap(({ direct, proxied }) => [direct, proxied ?? direct])),
    'proxyNeedsNode',
  ]
  const facts = { host: 'kura.example', proxy: 'proxy:8080', now: Date.UTC(2001, 0, 2, 3, 4) }
  for (const failure of failures.filter(each => each !== undefined)) {
    const hint = networkHint(failure as NetworkFailure, facts)
    for (const text of [english(hint), textOf(hint, { language: 'ja', timezone: 'Asia/Tokyo' })]) {
      expect(text).toMatch(/kura\.example|proxy:8080/)
      expect(text).not.toMatch(/\{\w+\}|undefined|""|「」/)
    }
  }
  expect(english(networkHint('dates', facts))).toContain('2001-01-02T03:04:00.000Z')
})

test.each([
  ['20.20.2', false],
  ['22.20.0', false],
  ['22.21.0', true],
  ['23.11.0', false],
  ['24.4.1', false],
  ['24.5.0', true],
  ['24.19.0', true],
  ['26.0.0', true],
])('Node %s has an agent for proxies: %s', (version, want) => {
  expect(canUseProxies(version)).toBe(want)
})

test.each([
  { status: 200, type: 'text/html; charset=utf-8', want: true },
  { status: 302, type: 'text/html', want: true },
  { status: 403, type: 'text/html', want: true },
  { status: 511, type: 'text/html', want: true },
  { status: 401, type: 'text/html', want: false },
  { status: 404, type: 'text/html', want: false },
  { status: 502, type: 'text/html', want: false },
  { status: 200, type: 'application/json', want: false },
  { status: 200, type: undefined, want: false },
])('an answer $status of the type $type is a page of the network: $want', ({ want, ...answer }) => {
  expect(isNetworkPage(answer)).toBe(want)
})

test('an error of kura alone is no failure of the network', () => {
  expect(networkFailure(new AppError('remote_answer', 'x'))).toBeUndefined()
})
