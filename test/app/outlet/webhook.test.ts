/** A receiver verifies each notice by RFC 9421 and RFC 9530, without any code of kura. */
import { createHash, createHmac } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import { routesOfAdmin } from '../../../lib/app/functions/admin.ts'
import { readConfig } from '../../../lib/core/config/config.ts'
import { webhookKey } from '../../../lib/core/signatures/webhook.ts'
import { storeFinding } from '../../../lib/exposure/stored-finding.ts'
import { listen } from '../../../sandbox/listen.ts'
import { serveFunction, TEST_SECRET } from '../../helpers/functions.ts'

const ADMIN = { scopes: ['admin'] } as const
const FINDING = {
  url: 'https://kura.example',
  at: '2026-06-15T03:00:00Z',
  conclusion: 'open' as const,
  open: ['/lib/.env'],
}

interface Received {
  readonly headers: Headers
  readonly url: URL
  readonly body: string
}

/** Starts a webhook that answers as `answer` says, and kura's admin function, which sends notices to it. */
async function receive(answer: (count: number) => Response = () => new Response(null, { status: 204 })) {
  const received: Received[] = []
  const server = await listen(async request => {
    received.push({ headers: request.headers, url: new URL(request.url), body: await request.text() })
    return answer(received.length)
  })
  onTestFinished(() => server.close())
  const env = { KURA_NOTICES_WEBHOOK: `${server.url}/hook?from=kura`, KURA_LANGUAGE: 'en' }
  const { call, lines, store } = await serveFunction(routesOfAdmin, { env })
  await storeFinding(FINDING, store)
  const send = async () => (await call('/api/admin/notices', { ...ADMIN, method: 'POST' })).json()
  return { received, send, lines, server }
}

/** Whether the signature is that of this request, made with the key of the webhook. */
function isSigned({ headers, url, body }: Received): boolean {
  const input = headers.get('signature-input')?.replace(/^kura=/, '') ?? ''
  const digest = `sha-256=:${createHash('sha256').update(body).digest('base64')}:`
  const values: Record<string, string> = {
    '@method': 'POST',
    '@authority': url.host,
    '@path': url.pathname,
    '@query': url.search,
    'content-digest': digest,
  }
  const names = [...input.slice(0, input.indexOf(')')).matchAll(/"([^"]+)"/g)].map(([, name = '']) => name)
  const lines = [...names.map(name => `"${name}": ${values[name]}`), `"@signature-params": ${input}`]
  const secret = webhookKey([{ epoch: '1', secret: TEST_SECRET }])?.secret ?? Buffer.alloc(0)
  const mac = createHmac('sha256', secret).update(lines.join('\n')).digest('base64')
  return names.length === 5 && headers.get('signature') === `kura=:${mac}:`
}

describe('the webhook for notices', () => {
  test('gets each message once, signed, with a name to act on once', async () => {
    const { received, send } = await receive()
    expect(await send()).toMatchObject({ outlets: [{ outlet: 'webhook', told: 1, waiting: [] }] })
    expect(await send()).toMatchObject({ outlets: [{ told: 0 }] })
    expect(received).toHaveLength(1)
    const [message] = received
    expect(message && isSigned(message)).toBe(true)
    expect(message?.headers.get('signature-input')).toContain('keyid="notices:webhook:1"')
    const body = JSON.parse(message?.body ?? '') as { name: string }
    expect(message?.headers.get('idempotency-key')).toBe(body.name)
    expect(body).toMatchObject({
      about: 'open',
      kind: 'exposure_open',
      again: false,
      notices: [{ key: 'exposure/kura.example', step: 'open /lib/.env' }],
      text: expect.stringMatching(/^A host is open to strangers\n/),
    })
  })

  test('a changed body is not the one that was signed', async () => {
    const { received, send } = await receive()
    await send()
    const [message] = received
    expect(message && isSigned({ ...message, body: message.body.replace('open', 'shut') })).toBe(false)
  })

  const failures = [
    { name: 'an error', answer: () => new Response('no', { status: 500 }), reason: 'answered 500' },
    {
      name: 'a redirect, which is not followed',
      answer: () => new Response(null, { status: 307, headers: { location: '/elsewhere' } }),
      reason: 'answered 307',
    },
  ]
  test.each(failures)(
    'after $name it gets the same message under the same name',
    async ({ answer, reason }) => {
      const { received, send } = await receive(count => (count === 1 ? answer() : new Response('')))
      expect(await send()).toMatchObject({
        outlets: [
          {
            told: 0,
            waiting: [{ keys: ['exposure/kura.example'], reason: { text: `the webhook ${reason}` } }],
          },
        ],
      })
      expect(received).toHaveLength(1)
      expect(await send()).toMatchObject({ outlets: [{ told: 1 }] })
      expect(received[1]?.body).toBe(received[0]?.body)
      expect(received.every(isSigned)).toBe(true)
      expect(received[1]?.headers.get('signature')).not.toBe(received[0]?.headers.get('signature'))
    },
  )

  test('that cannot be reached is named, and what is due stays due', async () => {
    const { send, server } = await receive()
    await server.close()
    expect(await send()).toMatchObject({
      outlets: [{ told: 0, waiting: [{ reason: { text: expect.stringContaining('did not answer') } }] }],
    })
  })
})

test.each(['http://hook.example', 'ftp://hook.example', 'hook'])('%j is no webhook', address => {
  const config = readConfig({ KURA_NOTICES_WEBHOOK: address })
  expect(() => config.noticesWebhook()).toThrow(expect.objectContaining({ code: 'settings_invalid' }))
})
