import { expect, test } from 'vitest'
import type { NetworkFailure } from '../../../lib/core/network/failure.ts'
import { firstWay, keptAfter, nextWay, type ProxySources, proxiesOf } from '../../../lib/core/network/way.ts'

const [E, K, N, W] = ['http://environment/', 'http://kept/', 'http://enrolled/', 'http://windows/'] as const
const NONE: ProxySources = {
  environment: undefined,
  kept: undefined,
  enrolled: undefined,
  windows: undefined,
}

test.each([
  { named: {}, want: ['direct'] },
  { named: { windows: W }, want: [W, 'direct'] },
  { named: { enrolled: N, windows: W }, want: [N, W, 'direct'] },
  { named: { kept: K, enrolled: N, windows: W }, want: [K, N, W, 'direct'] },
  { named: { kept: N, enrolled: N, windows: N }, want: [N, 'direct'] },
  { named: { environment: E, kept: K, enrolled: N, windows: W }, want: [E] },
  { named: { environment: 'direct', kept: K, enrolled: N, windows: W }, want: ['direct'] },
])('of $named the proxies $want are tried, in this order', ({ named, want }) => {
  expect(proxiesOf({ ...NONE, ...named })).toEqual(want)
})

const usual = (proxy: string) => ({ proxy, certificates: 'usual' }) as const
const system = (proxy: string) => ({ proxy, certificates: 'system' }) as const

test.each<{ failure: NetworkFailure; way: ReturnType<typeof usual | typeof system>; want: unknown }>([
  { failure: 'issuer', way: usual(K), want: system(K) },
  { failure: 'issuer', way: system(K), want: usual(N) },
  { failure: 'issuer', way: system('direct'), want: undefined },
  { failure: 'otherHost', way: usual(K), want: usual(N) },
  { failure: 'otherHost', way: usual('direct'), want: undefined },
  { failure: 'dates', way: system(N), want: usual('direct') },
  { failure: 'proxyUnreachable', way: usual(K), want: usual(N) },
  { failure: 'proxySignIn', way: usual(K), want: usual(N) },
  { failure: 'proxyRefuses', way: usual(K), want: usual(N) },
  { failure: 'proxyNeedsNode', way: usual(N), want: usual('direct') },
  { failure: 'proxyUnreachable', way: system(N), want: system('direct') },
  { failure: 'noName', way: usual('direct'), want: undefined },
  { failure: 'refused', way: usual('direct'), want: undefined },
  { failure: 'timeout', way: usual('direct'), want: undefined },
])('after the failure $failure of $way.proxy ($way.certificates) follows $want', row => {
  expect(nextWay(row.way, row.failure, [K, N, 'direct'])).toEqual(row.want)
})

const NOW = Date.UTC(2026, 10, 23)
const DAY = 86_400_000

test.each([
  { name: 'nothing', systemSince: undefined, want: 'usual' },
  { name: 'a day', systemSince: NOW - DAY, want: 'system' },
  { name: '29 days', systemSince: NOW - 29 * DAY, want: 'system' },
  { name: '30 days', systemSince: NOW - 30 * DAY, want: 'usual' },
  { name: 'a clock that was a year ahead', systemSince: NOW + 365 * DAY, want: 'usual' },
])("the system's certificates are tried first for 30 days: after $name $want", ({ systemSince, want }) => {
  expect(firstWay([K, 'direct'], { systemSince }, NOW)).toEqual({ proxy: K, certificates: want })
})

test.each([
  { name: 'nothing special', way: usual('direct'), kept: {}, environment: undefined, want: {} },
  { name: "the environment's proxy", way: usual(E), kept: {}, environment: E, want: { proxy: E } },
  { name: 'another one than before', way: usual(E), kept: { proxy: K }, environment: E, want: { proxy: E } },
  { name: 'NO_PROXY', way: usual('direct'), kept: { proxy: K }, environment: 'direct', want: {} },
  { name: 'the kept proxy', way: usual(K), kept: { proxy: K }, environment: undefined, want: { proxy: K } },
  {
    name: 'no proxy, at home',
    way: usual('direct'),
    kept: { proxy: K },
    environment: undefined,
    want: { proxy: K },
  },
  { name: "the enrolment's proxy", way: usual(N), kept: {}, environment: undefined, want: {} },
  {
    name: "the system's certificates",
    way: system(N),
    kept: {},
    environment: undefined,
    want: { systemSince: NOW },
  },
  {
    name: 'the same again',
    way: system(N),
    kept: { systemSince: NOW - DAY },
    environment: undefined,
    want: { systemSince: NOW - DAY },
  },
  {
    name: 'the same after 30 days',
    way: system(N),
    kept: { systemSince: NOW - 30 * DAY },
    environment: undefined,
    want: { systemSince: NOW },
  },
  {
    name: "Node's own certificates again",
    way: usual(N),
    kept: { systemSince: NOW - 30 * DAY },
    environment: undefined,
    want: {},
  },
])('if $name worked, $want is kept', ({ way, kept, environment, want }) => {
  expect(keptAfter(way, { kept, environment, now: NOW })).toEqual(want)
})
