/** Each message is a POST of JSON, signed as kura-v1 (RFC 9421). The message's name is the `Idempotency-Key`. */
import type { Config } from '../../core/config/config.ts'
import { messageOf } from '../../core/errors.ts'
import { phrase } from '../../core/language/catalogue.ts'
import { outside } from '../../core/language/outside.ts'
import { newNonce, signRequest } from '../../core/signatures/sign.ts'
import { type WebhookKey, webhookKey } from '../../core/signatures/webhook.ts'
import type { Outlet, Sent } from '../../services/notices/notices.ts'
import type { OutgoingMessage } from '../../services/notices/stored-records.ts'
import { SENDING } from '../../services/notices/words.ts'

/** The time limit of one call in milliseconds. */
const TIMEOUT = 5_000
const LONGEST_TEXT = 20_000

interface WebhookDeps {
  readonly config: Config
  readonly fetch: typeof fetch
  /** The time in milliseconds since the epoch. */
  readonly now: () => number
}

/** Returns undefined if no webhook is set. @throws AppError `settings_invalid`, `settings_missing` */
export function webhookOutlet({ config, fetch, now }: WebhookDeps): Outlet | undefined {
  const url = config.noticesWebhook()
  const key = url === undefined ? undefined : webhookKey(config.secrets())
  if (url === undefined || key === undefined) return undefined
  return { name: 'webhook', cap: LONGEST_TEXT, send: message => post({ url, key, message }, { fetch, now }) }
}

async function post(
  { url, key, message }: { url: string; key: WebhookKey; message: OutgoingMessage },
  deps: Omit<WebhookDeps, 'config'>,
): Promise<Sent> {
  const body = JSON.stringify(payloadOf(message))
  const signed = { method: 'POST', url, body, ...key, now: deps.now(), nonce: newNonce() }
  const headers = {
    ...signRequest(signed),
    'content-type': 'application/json',
    'idempotency-key': message.name,
  }
  try {
    const signal = AbortSignal.timeout(TIMEOUT)
    const reply = await deps.fetch(new URL(url).href, {
      method: 'POST',
      body,
      headers,
      redirect: 'manual',
      signal,
    })
    await reply.body?.cancel()
    if (reply.ok) return { state: 'sent' }
    return { state: 'unknown', reason: phrase(SENDING.webhookAnswered, { status: reply.status }) }
  } catch (error) {
    const reason = phrase(SENDING.webhookSilent, { reason: outside(messageOf(error)) })
    return { state: 'unknown', reason }
  }
}

function payloadOf({ name, about, kind, again, steps, text, at }: OutgoingMessage) {
  const notices = Object.entries(steps).map(([key, step]) => ({ key, step }))
  return { name, at: new Date(at).toISOString(), about, ...(kind && { kind }), again, notices, text }
}
