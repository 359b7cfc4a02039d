import { expect, test } from 'vitest'
import { sendByWays } from '../../../lib/core/network/attempt.ts'
import type { Way } from '../../../lib/core/network/way.ts'

const PROXIES = ['http://one/', 'http://two/', 'direct'] as const
const coded = (code: string, statusCode?: number) => Object.assign(new Error(code), { code, statusCode })

/** Sends a request by ways that fail with these errors, one after the other; the way after them works. */
async function outcome(errors: readonly Error[]) {
  const tried: Way[] = []
  const send = async (way: Way) => {
    tried.push(way)
    const error = errors[tried.length - 1]
    if (error) throw error
    return 'answer'
  }
  const first = { proxy: PROXIES[0], certificates: 'usual' } as const
  const facts = { url: new URL('https://kura.example'), now: () => 0, systemCertificates: () => [] }
  return sendByWays(send, { ...facts, first, proxies: PROXIES }).then(
    ({ answer, way }) => ({ answer, way, tries: tried.length }),
    ({ failure, cause }) => ({ told: failure ?? cause, tries: tried.length }),
  )
}

const lost = () => coded('ECONNREFUSED')

test.each([
  { name: 'the second proxy works', errors: [lost()], want: { way: { proxy: 'http://two/' }, tries: 2 } },
  {
    name: 'only the direct way works',
    errors: [lost(), lost()],
    want: { way: { proxy: 'direct' }, tries: 3 },
  },
  {
    name: 'nothing can be reached: the first proxy is meant',
    errors: [lost(), lost(), lost()],
    want: { told: 'proxyUnreachable', tries: 3 },
  },
  {
    name: 'the second proxy asks for a password',
    errors: [lost(), coded('ERR_PROXY_TUNNEL', 407), lost()],
    want: { told: 'proxySignIn', tries: 3 },
  },
  {
    name: 'the direct way shows another host',
    errors: [lost(), lost(), coded('ERR_TLS_CERT_ALTNAME_INVALID')],
    want: { told: 'otherHost', tries: 3 },
  },
  {
    name: 'a scanner behind the second proxy',
    errors: [lost(), coded('SELF_SIGNED_CERT_IN_CHAIN')],
    want: { way: { proxy: 'http://two/', certificates: 'system' }, tries: 3 },
  },
])('$name', async ({ errors, want }) => {
  expect(await outcome(errors)).toMatchObject(want)
})

test('after an error without a name nothing else is tried: the request may have been sent', async () => {
  const send = async () => Promise.reject(coded('ECONNRESET'))
  const facts = { url: new URL('https://kura.example'), now: () => 0, proxies: PROXIES }
  const first = { proxy: PROXIES[0], certificates: 'usual' } as const
  await expect(sendByWays(send, { ...facts, first })).rejects.toMatchObject({ code: 'ECONNRESET' })
})
