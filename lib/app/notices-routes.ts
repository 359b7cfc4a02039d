/**
 * `/api/admin/notices` and `/api/admin/exposure`: what waits for a person, and what a probe found. The rules of all owners
 * are loaded when they are asked for, so that the other routes of the function start as fast as before.
 */
import { jsonAnswer } from '../http/answers.ts'
import type { Route } from '../http/router.ts'
import type { Core } from './core.ts'

const SCOPE = 'admin'

export function routesOfNotices(core: Core): Route[] {
  return [
    {
      method: 'GET',
      path: '/api/admin/notices',
      scope: SCOPE,
      async handle({ trace }) {
        const { noticesOf } = await import('./notices.ts')
        return jsonAnswer(await noticesOf(core)(trace).list())
      },
    },
    {
      method: 'POST',
      path: '/api/admin/notices',
      scope: SCOPE,
      write: true,
      async handle({ trace }) {
        const { noticesDue } = await import('./notices.ts')
        return jsonAnswer(await noticesDue(core, trace))
      },
    },
    {
      method: 'POST',
      path: '/api/admin/notices/done',
      scope: SCOPE,
      write: true,
      async handle({ body, caller, trace }) {
        const { doneBody } = await import('../notices/request.ts')
        const { readJsonBody } = await import('../http/read-request.ts')
        const { noticesOf } = await import('./notices.ts')
        const { key, step, person } = readJsonBody(doneBody, body)
        const by = `${person} (key ${caller.name})`
        return jsonAnswer(await noticesOf(core)(trace).done({ key, step, by }))
      },
    },
    {
      method: 'POST',
      path: '/api/admin/exposure',
      scope: SCOPE,
      write: true,
      async handle({ body }) {
        const { findingSchema, storeFinding } = await import('../exposure/stored-finding.ts')
        const { readJsonBody } = await import('../http/read-request.ts')
        return jsonAnswer(await storeFinding(readJsonBody(findingSchema, body), core.store()))
      },
    },
  ]
}
