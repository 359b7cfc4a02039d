/** The rules of the notices and the health check load at the first request that needs them. */
import { ignoredTokens } from '../../core/config/chat.ts'
import { messageOf } from '../../core/errors.ts'
import { afterAnswer } from '../../core/http/after-answer.ts'
import { cutPage, type ListOrder, pageOf } from '../../core/http/pages.ts'
import { authorOf, type Route } from '../../core/http/router.ts'
import { type Handlers, serveContract } from '../../core/http/serve.ts'
import { URGENCIES } from '../../core/language/open-item.ts'
import { activityContract } from '../../services/activity/contract.ts'
import { appendGap } from '../../services/activity/log.ts'
import { activityHandlers } from '../../services/activity/routes.ts'
import { adminContract } from '../../services/admin/contract.ts'
import { enrolmentHandlers, keyOfDevice } from '../../services/admin/enrolments.ts'
import { adminHandlers } from '../../services/admin/routes.ts'
import type { NoticeView } from '../../services/notices/views.ts'
import { type Core, lazy } from '../core.ts'
import { overviewOf, revokedKeys } from '../open-items/devices.ts'

export function routesOfAdmin(core: Core): Route[] {
  const distribution = overviewOf(core)
  const handlers = adminHandlers({
    distribution: {
      devicesNamed: names => distribution().devicesNamed(names),
      forget: name => distribution().forget(name),
      devicesPage: page => distribution().devicesPage(page),
      current: () => distribution().current(),
      files: page => distribution().releasedFiles(page),
    },
    keyUses: core.keyUses(),
    store: core.store,
    logHead: async () => (await import('../../services/activity/witness.ts')).newestWitness(core.store()),
    recordGap: (lost, call) => appendGap(lost, call, { store: core.store(), append: core.activity().append }),
    revoked: lazy(() => core.config.signing().revoked),
    keyOfDevice: name => keyOfDevice(name, { store: core.store, secrets: () => core.config.secrets() }),
  })
  const activity = activityHandlers({ ...core, activity: core.activity() })
  const enrolments = enrolmentHandlers({
    store: core.store,
    secrets: () => core.config.secrets(),
    revoked: () => revokedKeys(core),
    notify: () => notifyNow('enrolments', core),
  })
  const own = {
    health: async () => {
      const approvers = async () =>
        (await import('../../console/people/approvers.ts')).namesOfApprovers(core.store())
      return (await import('../health/health.ts')).readHealth(core, approvers)
    },
    recordSettings: async call => (await import('../health/health.ts')).settingsRecorder(core)(call),
  } satisfies Partial<Handlers<typeof adminContract>>
  return [
    ...serveContract(adminContract, { ...handlers, ...enrolments, ...noticesHandlers(core), ...own }),
    ...serveContract(activityContract, activity),
  ]
}

const URGENT_FIRST: ListOrder<NoticeView> = {
  placeOf: ({ urgency, since, key }) => `${URGENCIES.indexOf(urgency)} ${since} ${key}`,
}

function noticesHandlers(core: Core) {
  return {
    async notices({ query, trace }) {
      const { noticesOf } = await import('../notices.ts')
      const { failedReply } = await import('../open-items/facts.ts')
      const { notices, failed } = await noticesOf(core)(trace).list()
      const { entries, next } = cutPage(notices, URGENT_FIRST, pageOf(query))
      return { notices: [...entries], failed: failedReply(failed), ...(next !== undefined && { next }) }
    },
    async today({ trace }) {
      const { todayOf } = await import('../open-items/today.ts')
      return todayOf(trace, core)
    },
    async sendNotices({ trace }) {
      const { noticesDue } = await import('../notices.ts')
      return { ...(await noticesDue(trace, core)), ...ignoredTokens(core.config.userTokens) }
    },
    async finishNotice({ body: { key, step, person }, caller, trace }) {
      const { noticesOf } = await import('../notices.ts')
      return noticesOf(core)(trace).done({ key, step, by: authorOf(person, caller) })
    },
    async reportExposure({ body }) {
      const { storeFinding } = await import('../../exposure/stored-finding.ts')
      const stored = await storeFinding(body, core.store())
      await afterAnswer(notifyNow('exposure', core))
      return stored
    },
  } satisfies Partial<Handlers<typeof adminContract>>
}

/** Sends the notices of one owner now. A failure is only logged, because the next run sends the notices. */
async function notifyNow(owner: 'exposure' | 'enrolments', core: Core): Promise<void> {
  try {
    const { notifyOf } = await import('../notices.ts')
    await notifyOf(owner, core)
  } catch (error) {
    core.log(JSON.stringify({ event: 'notices', owner, why: messageOf(error) }))
  }
}
