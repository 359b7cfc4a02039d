import { type Html, html } from '../../core/http/html.ts'
import type { Say } from '../../core/language/text.ts'
import type { StatementItem } from '../../core/passkey/statement.ts'
import { adminContract } from '../../services/admin/contract.ts'
import type { ExecutedItem, PostedApproval } from './execute.ts'
import { fields } from './form.ts'
import { APPROVALS } from './words.ts'

const ENROLMENTS = adminContract.endpoints.enrol.path

export function isEnrolment({ method, address }: StatementItem): boolean {
  return method === 'POST' && address === ENROLMENTS
}

export function isEnrolled({ item, outcome }: ExecutedItem): boolean {
  return isEnrolment(item) && outcome.state === 'done'
}

/** The button that downloads a new device's folder after the enrolment was approved. */
export function folderForm({ issued, answer }: PostedApproval, say: Say): Html {
  return html`<form method="post" action="/console/devices/folder">${fields({ issued, answer })}
<p>${say(APPROVALS.folderText)}</p><button class="first">${say(APPROVALS.folder)}</button></form>`
}
