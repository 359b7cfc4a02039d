/** The page of an error shows neither the error's hint nor its text for the log. */
import { AppError, type ErrorCode, hasCode } from '../../core/errors.ts'
import { statusOf } from '../../core/http/answers.ts'
import { type Html, html } from '../../core/http/html.ts'
import type { Call } from '../../core/http/router.ts'
import { phrase } from '../../core/language/catalogue.ts'
import { type Say, sayIn, textOf } from '../../core/language/text.ts'
import type { Phrase, Reason, Value } from '../../core/phrase.ts'
import { sentencesOf } from '../../core/remote/sentences.ts'
import { LastingFault } from '../../core/store/store.ts'
import { FromElsewhere } from '../cookies.ts'
import { UnderWay } from '../forms.ts'
import type { Fields, ShownPage, View } from '../page.ts'
import { exactFields, keptFields } from './exact.ts'
import { FAULTS } from './fault-words.ts'
import { box } from './parts.ts'
import { FRAME } from './words.ts'

/** What an error means to a person: the names of the texts in `FAULTS`. */
type Meaning =
  Exclude<keyof typeof FAULTS & `${string}Text`, never> extends `${infer Name}Text` ? Name : never

const MEANINGS: Readonly<Partial<Record<ErrorCode, Meaning>>> = {
  bad_request: 'wrongRequest',
  usage: 'wrongRequest',
  method_not_allowed: 'wrongRequest',
  // no page has this address under /console
  signature_missing: 'wrongRequest',
  not_found: 'missing',
  body_too_large: 'tooLarge',
  conflict: 'conflict',
  scope_missing: 'forbidden',
  approval_needed: 'forbidden',
  approval_invalid: 'unproven',
  writes_off: 'paused',
  paused: 'paused',
  not_in_preview: 'preview',
  limited: 'limited',
  settings_missing: 'unset',
  settings_invalid: 'unset',
  release_missing: 'unset',
  reauthorize: 'remote',
  remote_unreachable: 'remote',
  remote_silent: 'remote',
  remote_answer: 'remote',
  remote_refused: 'refused',
  store_unavailable: 'store',
  store_busy: 'store',
}

function meaningOf(error: unknown): Meaning {
  if (error instanceof FromElsewhere) return 'elsewhere'
  if (error instanceof UnderWay) return 'underWay'
  if (error instanceof LastingFault) return 'storeBroken'
  if (hasCode(error, 'remote_refused') && error.status === 404) return 'missing'
  return (error instanceof AppError && MEANINGS[error.code]) || 'other'
}

/** The reason of an error, with the remote's own sentences, but without the English text, which is for the log. */
export function faultReason(error: unknown): Reason {
  const reason = (error instanceof AppError && error.phrase) || phrase(FAULTS[meaningOf(error)])
  const said = sentencesOf(error)
  return said.length === 0 ? reason : phrase(FAULTS.withWords, { reason, words: wordsOf(said) })
}

function wordsOf(said: readonly Phrase[]): Value {
  return { items: said, by: 'semicolon' }
}

/** The meanings after which the same form can succeed later. */
const RETRIED: readonly Meaning[] = [
  'conflict',
  'underWay',
  'store',
  'storeBroken',
  'other',
  'limited',
  'paused',
  'remote',
  'refused',
  'unset',
]

export interface FailedForm {
  readonly path: string
  readonly fields: Fields
}

/** The form in a request; undefined if the request has no form, or a form with files. */
export function formIn({
  request,
  url,
  body,
}: Pick<Call, 'request' | 'url' | 'body'>): FailedForm | undefined {
  const type = request.headers.get('content-type') ?? ''
  if (request.method !== 'POST' || !type.startsWith('application/x-www-form-urlencoded')) return undefined
  const fields = Object.fromEntries(new URLSearchParams(Buffer.from(body).toString()))
  return { path: url.pathname, fields: exactFields(fields) }
}

/** The page for an error. If the form can succeed later, the page keeps its fields. */
export function faultPage(
  error: unknown,
  { id, form }: { readonly id: string; readonly form?: FailedForm | undefined },
  view: View,
): ShownPage {
  const say = sayIn(view.locale)
  const code = error instanceof AppError ? error.code : 'internal'
  const meaning = meaningOf(error)
  const status = error instanceof FromElsewhere ? 403 : statusOf(error)
  const back = html`<a class="button first" href="/console">${say(FAULTS.back)}</a>
<a class="button" href="${view.address}">${say(FAULTS.again)}</a>`
  const retry =
    form && RETRIED.includes(meaning)
      ? html`${retryForm(form, meaning, view)}<a class="button" href="/console">${say(FAULTS.back)}</a>`
      : undefined
  return {
    title: say(FAULTS[meaning]),
    status,
    body: html`${box('bad', say(FAULTS[`${meaning}Text`]), reasonOf(error, view, say))}
<div class="acts">${retry ?? back}</div>
<details><summary>${say(FRAME.details)}</summary><p><small>${say(FAULTS.request, { id, code })}</small></p></details>`,
  }
}

/** Gives the form a new number, because the failure may be stored under the old one. A post under way keeps its own. */
function retryForm({ path, fields }: FailedForm, meaning: Meaning, { locale, nonce }: View): Html {
  const number = meaning !== 'underWay' && fields['form'] !== undefined ? { form: nonce } : {}
  return html`<form method="post" action="${path}">${keptFields({ ...fields, ...number })}<button class="first">${sayIn(locale)(FAULTS.retry)}</button></form>`
}

/** The reason in the person's language; empty if the error has only an English text of kura. */
function reasonOf(error: unknown, { locale }: View, say: Say): string {
  const said = sentencesOf(error)
  if (error instanceof AppError && error.phrase !== undefined)
    return say(FAULTS.reason, { reason: textOf(faultReason(error), locale) })
  return said.length === 0 ? '' : textOf(phrase(FAULTS.said, { words: wordsOf(said) }), locale)
}
