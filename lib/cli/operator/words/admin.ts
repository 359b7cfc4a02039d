/** What a person types for the members of `/api/admin/…`. */

import type { activityContract } from '../../../services/activity/contract.ts'
import type { adminContract } from '../../../services/admin/contract.ts'
import { type ContractWords, FILLED, UNSENT } from './own-words.ts'

const page = { after: FILLED, limit: FILLED }
const keyid = '<keyid>'

export const ADMIN_WORDS = {
  devices: page,
  forgetDevice: { name: '<name>' },
  enrol: { name: '<name>' },
  exchangeToken: UNSENT,
  keys: page,
  changeRevocation: { keyid, state: FILLED },
  notices: page,
  finishNotice: { key: '--done', step: '--step', person: '--by' },
  reportExposure: { url: '<url>', at: FILLED, conclusion: FILLED, open: FILLED },
} as const satisfies ContractWords<typeof adminContract>

/** What a person types for the members of the activity log's endpoints. */
export const ACTIVITY_WORDS = {
  activity: { since: '--since', until: '--until', ...page },
  removeActivity: { last: FILLED, count: FILLED, content: FILLED, export: '<file>', person: '--by' },
  recordRelease: { release: FILLED, version: FILLED, root: FILLED, signers: FILLED },
} as const satisfies ContractWords<typeof activityContract>
