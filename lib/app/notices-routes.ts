/**
 * The endpoints of `/api/admin/…` for notices and for what a probe found. The rules of all owners are loaded at the first
 * request for them, so that the function's other endpoints start without them.
 */

import { ignoredTokens } from '../core/config/chat.ts'
import { cutPage, type ListOrder, pageOf } from '../core/http/pages.ts'
import type { Handlers } from '../core/http/serve.ts'
import { URGENCIES } from '../core/language/catalogue/notices/words.ts'
import type { adminContract } from '../services/admin/contract.ts'
import type { NoticeView } from '../services/notices/views.ts'
import type { Core } from './core.ts'

const URGENT_FIRST: ListOrder<NoticeView> = {
  placeOf: ({ urgency, since, key }) => `${URGENCIES.indexOf(urgency)} ${since} ${key}`,
}

export function noticesHandlers(
  core: Core,
): Handlers<typeof adminContract, 'notices' | 'today' | 'sendNotices' | 'finishNotice' | 'reportExposure'> {
  return {
    async notices({ query, trace }) {
      const { noticesOf } = await import('./notices.ts')
      const { notices, failed } = await noticesOf(core)(trace).list()
      const { entries, next } = cutPage(notices, URGENT_FIRST, pageOf(query))
      return { notices: [...entries], failed, ...(next !== undefined && { next }) }
    },
    async today({ trace }) {
      const { todayOf } = await import('./matters/today.ts')
      return todayOf(trace, core)
    },
    async sendNotices({ trace }) {
      const { noticesDue } = await import('./notices.ts')
      return { ...(await noticesDue(trace, core)), ...ignoredTokens(core.config.userTokens) }
    },
    async finishNotice({ body: { key, step, person }, caller, trace }) {
      const { noticesOf } = await import('./notices.ts')
      return noticesOf(core)(trace).done({ key, step, by: `${person} (key ${caller.name})` })
    },
    async reportExposure({ body }) {
      const { storeFinding } = await import('../exposure/stored-finding.ts')
      return storeFinding(body, core.store())
    },
  }
}
