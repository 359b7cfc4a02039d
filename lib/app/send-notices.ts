/** This file is apart from `notices.ts`, so that a function with one rule loads no other rule. */

import { consoleAddress, pageOfNotice } from '../console/frame/addresses.ts'
import type { Trace } from '../core/http/trace.ts'
import { createNotices, type NoticeRule, type Notices } from '../services/notices/notices.ts'
import type { Core } from './core.ts'
import { NOTICE_KINDS } from './notice-kinds.ts'
import { outletsOf } from './outlet/outlets.ts'
import '../services/words.ts'

/** Milliseconds after which a run starts no other message, because a function lives for sixty seconds. */
const TIME_BUDGET = 25_000

export function noticesWith(
  rules: readonly NoticeRule[],
  { trace }: { trace: Trace | undefined },
  core: Core,
): Notices {
  const { config, clock } = core
  return createNotices({
    store: core.store(),
    rules,
    kinds: NOTICE_KINDS,
    outlets: () => outletsOf(trace, core),
    locale: config.locale(),
    addressOf: key => consoleAddress(key === undefined ? '/console' : pageOfNotice(key), config),
    clock,
    timeBudget: TIME_BUDGET,
    started: trace?.started,
    mayStore: config.deployment !== 'preview',
  })
}

/** Sends the notices of one rule now, before the daily run. */
export async function notifyBy(rule: NoticeRule, core: Core): Promise<void> {
  await noticesWith([rule], { trace: undefined }, core).run({ only: rule.owner })
}
