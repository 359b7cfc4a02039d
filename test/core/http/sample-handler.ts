/** A handler with sample routes, whose authenticator needs no signature. */
import { AppError } from '../../../lib/core/errors.ts'
import { jsonAnswer } from '../../../lib/core/http/answers.ts'
import { createHandler, type HandlerDeps } from '../../../lib/core/http/handler.ts'
import { type Route, routeSource } from '../../../lib/core/http/router.ts'

export const CALLER = { keyid: 'hana:admin:1', name: 'hana', scopes: ['admin'] }

export const ROUTES: readonly Route[] = [
  { method: 'GET', path: '/api/x/things', scope: 'admin', handle: async () => jsonAnswer({ list: true }) },
  {
    method: 'POST',
    path: '/api/x/things',
    scope: 'admin',
    changes: 'always',
    bodyLimit: 10,
    handle: async ({ body }) => jsonAnswer({ size: body.length }),
  },
  {
    method: 'DELETE',
    path: '/api/x/things/{id}',
    scope: 'admin',
    handle: async ({ params }) => jsonAnswer(params),
  },
  { method: 'GET', path: '/api/x/money', scope: 'registrar.buy', handle: async () => jsonAnswer({}) },
  {
    method: 'GET',
    path: '/api/x/fault',
    scope: 'admin',
    handle: async () => {
      throw new Error('secret in a fault', { cause: new Error('deep') })
    },
  },
  {
    method: 'GET',
    path: '/api/x/hint',
    scope: 'admin',
    handle: async () => {
      throw new AppError('conflict', 'Cannot do it', { hint: 'wait', details: { id: 7 } })
    },
  },
]

/** Creates a handler whose authenticator accepts `x-key: good`, and which records its steps in order. */
export function createTestHandler(change: Partial<HandlerDeps> = {}, routes: readonly Route[] = ROUTES) {
  const events: string[] = []
  const lines: Record<string, unknown>[] = []
  const handler = createHandler(routeSource(routes), {
    authenticator: () => ({
      async authenticate(request) {
        events.push('authenticate')
        if (request.headers.get('x-key') !== 'good')
          throw new AppError('signature_missing', 'Cannot tell who calls: the request is not signed')
        return {
          caller: CALLER,
          checkBody: body => void events.push(`body ${body.length}`),
          async spendNonce() {
            events.push('nonce')
          },
        }
      },
    }),
    clock: () => 0,
    mayWrite: () => void events.push('may write'),
    requestId: () => 'request-1',
    log: line => void lines.push(JSON.parse(line)),
    ...change,
  })
  const send = (path: string, init: RequestInit = {}) => handler(new Request(`http://kura.test${path}`, init))
  const sendSigned = (path: string, init: RequestInit = {}) =>
    send(path, { ...init, headers: { 'x-key': 'good' } })
  return { send, sendSigned, events, lines }
}
