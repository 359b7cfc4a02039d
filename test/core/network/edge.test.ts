import { expect, test } from 'vitest'
import { english } from '../../../lib/core/language/text.ts'
import { edgeError, edgeRefusal } from '../../../lib/core/network/edge.ts'

const MITIGATED = 'x-vercel-mitigated'
const ERROR = 'x-vercel-error'

/** Answers of Vercel's edge, as its list of platform errors describes them, and answers of others. */
const ROWS: {
  status: number
  headers?: Record<string, string>
  body?: string
  sign?: string
  hint?: RegExp
}[] = [
  { status: 403, headers: { [MITIGATED]: 'challenge' }, sign: `${MITIGATED}: challenge`, hint: /firewall/ },
  { status: 403, headers: { [MITIGATED]: 'deny' }, sign: `${MITIGATED}: deny`, hint: /firewall/ },
  { status: 429, headers: { [MITIGATED]: 'challenge' }, sign: `${MITIGATED}: challenge`, hint: /firewall/ },
  {
    status: 402,
    headers: { [ERROR]: 'DEPLOYMENT_DISABLED' },
    sign: `${ERROR}: DEPLOYMENT_DISABLED`,
    hint: /plan/,
  },
  {
    status: 402,
    body: 'Payment required\n\nDEPLOYMENT_DISABLED\n',
    sign: 'DEPLOYMENT_DISABLED',
    hint: /plan/,
  },
  {
    status: 503,
    headers: { [ERROR]: 'DEPLOYMENT_PAUSED' },
    sign: `${ERROR}: DEPLOYMENT_PAUSED`,
    hint: /plan/,
  },
  {
    status: 404,
    headers: { [ERROR]: 'DEPLOYMENT_NOT_FOUND' },
    sign: `${ERROR}: DEPLOYMENT_NOT_FOUND`,
    hint: /domain/,
  },
  {
    status: 404,
    body: 'The deployment could not be found.\n\nDEPLOYMENT_NOT_FOUND',
    sign: 'DEPLOYMENT_NOT_FOUND',
    hint: /domain/,
  },
  { status: 404, headers: { [ERROR]: 'NOT_FOUND' }, sign: `${ERROR}: NOT_FOUND`, hint: /domain/ },
  {
    status: 504,
    headers: { [ERROR]: 'FUNCTION_INVOCATION_TIMEOUT' },
    sign: `${ERROR}: FUNCTION_INVOCATION_TIMEOUT`,
    hint: /list of errors/,
  },
  { status: 403, headers: { [MITIGATED]: 'deny\u009b2J' }, sign: `${MITIGATED}: deny`, hint: /firewall/ },
  { status: 404, headers: { [ERROR]: '\u009b2J' } },
  { status: 200, headers: { [ERROR]: 'NOT_FOUND' }, body: 'DEPLOYMENT_NOT_FOUND' },
  { status: 404, body: '{"error":"no","code":"not_found"}' },
  { status: 502 },
]

test.each(ROWS)('$status $headers $body: $sign', ({ status, headers = {}, body, sign, hint }) => {
  const refusal = edgeRefusal({ status, header: name => headers[name], body })
  expect(refusal?.sign).toBe(sign)
  if (!refusal) return
  expect(english(refusal.hint)).toMatch(hint ?? /^$/)
  expect(english(refusal.hint)).toContain('the operator')
  expect(edgeError('kura.example', status, refusal)).toMatchObject({
    code: 'remote_answer',
    message: `Cannot reach kura at "kura.example": the host itself answers ${status} (${sign})`,
  })
})
