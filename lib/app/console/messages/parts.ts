/** What the pages of messages share. */
import { hasCode } from '../../../core/errors.ts'
import { type Html, html } from '../../../core/http/html.ts'

/** Whether the chat platform cannot be asked now: what is stored can still be shown. */
export function isChatDown(error: unknown): boolean {
  return hasCode(
    error,
    'remote_unreachable',
    'remote_silent',
    'remote_answer',
    'remote_refused',
    'limited',
    'permission_missing',
    'conflict',
    'not_found',
  )
}

/** A text with its lines, as data. */
export function textOfMessage(text: string): Html {
  return html`<pre>${text.split('\n').map(line => html`${line}<br>`)}</pre>`
}

/** Returns who sent it, without the digest of the approval. */
export function nameOf(by: string): string {
  return by.replace(/ \(approval [0-9a-f]+\)$/, '')
}
