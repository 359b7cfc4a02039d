import { expect, test } from 'vitest'
import {
  environmentProxy,
  isAlwaysDirect,
  isExcepted,
  proxyName,
  proxyUrl,
} from '../../../lib/core/network/proxy.ts'

const KURA = new URL('https://kura.example.com/api')
const P = 'http://proxy:8080'
const URL_OF_P = 'http://proxy:8080/'

test.each([
  { env: {}, want: undefined },
  { env: { HTTPS_PROXY: P }, want: URL_OF_P },
  { env: { https_proxy: P, HTTPS_PROXY: 'http://other' }, want: URL_OF_P },
  { env: { https_proxy: '', HTTPS_PROXY: P }, want: URL_OF_P },
  { env: { HTTPS_PROXY: 'proxy:8080' }, want: URL_OF_P },
  { env: { HTTP_PROXY: P }, want: undefined },
  { env: { HTTPS_PROXY: 'socks5://proxy:1080' }, want: undefined },
  { env: { HTTPS_PROXY: 'http://name:100%@proxy' }, want: undefined },
  { env: { HTTPS_PROXY: P, NO_PROXY: 'other.example, example.com' }, want: 'direct' },
  { env: { HTTPS_PROXY: P, no_proxy: '*' }, want: 'direct' },
  { env: { NO_PROXY: '.example.com' }, want: 'direct' },
  { env: { HTTPS_PROXY: P, NO_PROXY: 'ample.com' }, want: URL_OF_P },
])('the environment $env names the proxy $want', ({ env, want }) => {
  expect(environmentProxy(KURA, env)).toBe(want)
})

test.each([
  { list: 'kura.example.com', want: true },
  { list: 'KURA.example.com', want: true },
  { list: 'kura.example.com:443', want: true },
  { list: 'kura.example.com:8443', want: false },
  { list: '*.example.com', want: true },
  { list: 'kura.*', want: true },
  { list: 'kur.*', want: false },
  { list: '<local>', want: false },
  { list: '', want: false },
  { list: 'a(b', want: false },
])('the exception "$list" names the host: $want', ({ list, want }) => {
  expect(isExcepted(KURA, [list])).toBe(want)
})

test.each([
  { url: 'https://intranet/', list: '<local>', want: true },
  { url: 'https://192.168.0.7/', list: '192.168.*', want: true },
  { url: 'https://kura.example.com:8443/', list: 'kura.example.com:8443', want: true },
])('$url is excepted by "$list"', ({ url, list, want }) => {
  expect(isExcepted(new URL(url), [list])).toBe(want)
})

test.each([
  { url: 'https://kura.example.com/', want: false },
  { url: 'http://kura.example.com/', want: true },
  { url: 'https://localhost:3000/', want: true },
  { url: 'http://127.0.0.1:3000/', want: true },
])('$url never uses a proxy: $want', ({ url, want }) => {
  expect(isAlwaysDirect(new URL(url))).toBe(want)
})

test.each([
  { proxy: 'http://hana:p%40ss@proxy.example:8080', want: 'proxy.example:8080' },
  { proxy: 'http://proxy.example', want: 'proxy.example:80' },
  { proxy: 'https://proxy.example', want: 'proxy.example:443' },
])('the name of $want has no password', ({ proxy, want }) => {
  expect(proxyName(proxyUrl(proxy) ?? '')).toBe(want)
})
