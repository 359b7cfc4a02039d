import { expect, test } from 'vitest'
import { isFromConsole, isFromElsewhere, readCookie, setCookie } from '../../lib/console/cookies.ts'

const ORIGIN = 'https://kura.example.com'
const request = (headers: Record<string, string>, method = 'GET') => new Request(ORIGIN, { headers, method })

test('each cookie is for this host alone, over https, out of reach of a script', () => {
  for (const name of ['session', 'browser', 'authorize'] as const)
    expect(setCookie(name, 'x')).toMatch(
      /^__Host-kura-\w+=x; Path=\/; Max-Age=\d+; Secure; HttpOnly; SameSite=/,
    )
  expect(setCookie('session', 'x')).toMatch(/Max-Age=43200;.*SameSite=Strict$/)
  expect(setCookie('authorize', 'x')).toMatch(/Max-Age=600;.*SameSite=Lax$/)
  expect(setCookie('session', '')).toContain('Max-Age=0')
})

const ID = 'x'.repeat(43)
test.each<[string, string, string | undefined]>([
  ['alone', `__Host-kura-session=${ID}`, ID],
  ['among others', `a=b; __Host-kura-session=${ID}; c=d`, ID],
  ['of another name', `kura-session=${ID}`, undefined],
  ['of another form', '__Host-kura-session=<script>', undefined],
  ['empty', '__Host-kura-session=', undefined],
])('readCookie() reads a cookie %s', (_, cookie, expected) => {
  expect(readCookie(request({ cookie }), 'session')).toBe(expected)
})

test.each<[string, Record<string, string>, boolean]>([
  ['its own form', { 'sec-fetch-site': 'same-origin' }, true],
  ['another site', { 'sec-fetch-site': 'cross-site' }, false],
  ['another host of the same site', { 'sec-fetch-site': 'same-site', origin: ORIGIN }, false],
  ['the address bar', { 'sec-fetch-site': 'none', origin: ORIGIN }, false],
  ['an older browser, its own form', { origin: ORIGIN }, true],
  ['an older browser, another site', { origin: 'https://evil.example' }, false],
  ['an older browser, no referrer', { origin: 'null' }, false],
  ['a program that says nothing', {}, false],
])('isFromConsole(): %s', (_, headers, expected) => {
  expect(isFromConsole(request(headers, 'POST'), ORIGIN)).toBe(expected)
})

test.each<[string, Record<string, string>, string, boolean]>([
  ['a link in a chat message', { 'sec-fetch-site': 'cross-site' }, 'GET', true],
  ['the request that Refresh made', { 'sec-fetch-site': 'same-origin' }, 'GET', false],
  ['the address bar', { 'sec-fetch-site': 'none' }, 'GET', false],
  ['a form of another site', { 'sec-fetch-site': 'cross-site' }, 'POST', false],
])('isFromElsewhere(): %s', (_, headers, method, expected) => {
  expect(isFromElsewhere(request(headers, method))).toBe(expected)
})
