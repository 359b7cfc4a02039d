import qrcode from 'qrcode/lib/core/qrcode.js'
import { type AppError, hasCode } from '../../core/errors.ts'
import { type Html, html, type Piece } from '../../core/http/html.ts'
import { membersOf, parseJson } from '../../core/json/json.ts'
import { phrase } from '../../core/language/catalogue.ts'
import { reasonIn, type SaidReason, type Say, sayIn, textOf } from '../../core/language/text.ts'
import { dealAtService } from '../frame/at-service.ts'
import { unpacked } from '../frame/exact.ts'
import { faultReason } from '../frame/faults.ts'
import { box } from '../frame/parts.ts'
import { FRAME, PARTS } from '../frame/words.ts'
import { isPath } from '../language.ts'
import type { PageAnswer, ShownPage, SignedInCall, View } from '../page.ts'
import { folderForm, isEnrolled } from './enrolled.ts'
import { type Executed, type ExecutedItem, executeApproval, type PostedApproval } from './execute.ts'
import { fields } from './form.ts'
import { APPROVALS } from './words.ts'

// these imports load the messages of errors that another process has made and stored
import '../../services/accounting/deals/cases/words.ts'
import '../../services/accounting/deals/permission-words.ts'
import '../../services/registrar/purchase/words.ts'
import '../../services/registrar/spending/words.ts'
import '../../services/words.ts'

/** Executes the statement of a form, and shows the outcome. The same form shows the outcome again. */
export async function approve({ body, core, view }: SignedInCall<'approve'>): Promise<PageAnswer> {
  const { issued = '', answer = '', back = '/console', enclosed = '', again = '', titles = '' } = body
  const posted = { issued, answer, enclosed }
  const executed = await executeApproval(posted, view.session, core, view.since)
  return outcomePage(executed, { ...posted, back: isPath(back) ? back : '/console', again, titles }, view)
}

interface Carried extends PostedApproval {
  readonly back: string
  /** The JSON of the fields with which the page at `back` is filled in again if an item failed. */
  readonly again?: string
  readonly titles?: string
}

const OPEN = { working: APPROVALS.itemWorking, left: APPROVALS.itemLeft, lost: APPROVALS.itemLost }

export function outcomePage({ digest, items, continues }: Executed, carried: Carried, view: View): ShownPage {
  const say = sayIn(view.locale)
  const titles = titlesIn(carried)
  const done = items.filter(({ outcome }) => outcome.state === 'done' && !rests(outcome.reply)).length
  const isOpen = items.some(({ outcome }) => outcome.state in OPEN)
  const title =
    done === items.length
      ? say(APPROVALS.done, { count: done })
      : say(APPROVALS.partly, { done, count: items.length })
  const rows = items.map(
    (executed, index) =>
      html`<li><strong>${nameOf(executed, titles[index], say)}</strong>${say(APPROVALS.colon)}${outcomeOf(executed, view, say)}</li>`,
  )
  const details = items.flatMap((executed, index) => {
    const { outcome } = executed
    const about = outcome.state === 'done' ? aboutReply(membersOf(outcome.reply), say) : undefined
    return about === undefined
      ? []
      : [html`<li>${nameOf(executed, titles[index], say)}${say(APPROVALS.colon)}${about}</li>`]
  })
  return {
    title: say(APPROVALS.outcome),
    ...(items.some(hasLink) && { script: SHARE_SCRIPT }),
    body: html`${box(done === items.length ? 'good' : 'warn', title)}
<ul>${rows}</ul>
${items.some(isEnrolled) ? folderForm(carried, say) : ''}
${isOpen ? further(carried, { continues, say }) : ''}
<div class="acts">${backTo(carried, { failed: items.some(({ outcome }) => outcome.state === 'failed'), say })}
<a class="button" href="/console">${say(FRAME.toDo)}</a></div>
<details><summary>${say(FRAME.details)}</summary><ul>${details}<li>${say(APPROVALS.named, { digest })}</li></ul></details>`,
  }
}

function backTo(
  { back, again = '', enclosed = '' }: Carried,
  { failed, say }: { readonly failed: boolean; readonly say: Say },
): Html {
  const entered = membersOf(parseJson(again))
  if (!failed || Object.keys(entered).length === 0)
    return html`<a class="button first" href="${back}">${say(APPROVALS.back)}</a>`
  const given = Object.entries(entered).map(([name, value]) => [name, String(value)])
  return html`<form method="post" action="${back}">${fields({ ...Object.fromEntries(given), enclosed })}<button class="first">${say(APPROVALS.again)}</button></form>`
}

function further(
  { issued, answer, back, again = '', enclosed = '', titles = '' }: Carried,
  { continues, say }: { readonly continues: boolean; readonly say: Say },
): Html {
  if (!continues) return html`<p>${say(APPROVALS.leftOver)}</p>`
  return html`<form method="post" action="/console/approve">${fields({ issued, answer, back, again, enclosed, titles })}
<div class="acts"><button>${say(APPROVALS.goOn)}</button></div></form>`
}

/** The items' titles on the page of the form; empty if the form carries no readable titles. */
function titlesIn({ titles }: Carried): readonly string[] {
  const given = unpacked(titles)
  return Array.isArray(given) ? given.map(title => (typeof title === 'string' ? title : '')) : []
}

/** The title of an item. Without a title, these are the names in its address or its body that are no digests. */
function nameOf({ item, named = [] }: ExecutedItem, title: string | undefined, say: Say): string {
  if (title) return title
  const { case: name, name: other } = membersOf(parseJson(item.body))
  const names = named.length > 0 ? named : [name, other].filter(member => typeof member === 'string')
  const text = names.filter(one => !/[0-9a-f]{32}/i.test(one)).join(' / ')
  return text === '' ? say(APPROVALS.item) : text
}

function outcomeOf({ outcome }: ExecutedItem, view: View, say: Say): Piece {
  if (outcome.state === 'failed') return say(APPROVALS.itemFailed, { reason: reasonOf(outcome.error, view) })
  if (outcome.state !== 'done') return say(OPEN[outcome.state])
  if (rests(outcome.reply)) return say(APPROVALS.itemRests)
  return [doneText(membersOf(outcome.reply), view), differenceIn(outcome.reply, view)]
}

/** Whether the act waits until another person approves it too. */
function rests(reply: unknown): boolean {
  return membersOf(reply)['state'] === 'review'
}

function reasonOf(error: AppError, { locale }: View): string {
  // kura made the address itself, so the unreadable part of the request is what the person has entered
  const isEntered = error.phrase === undefined && hasCode(error, 'bad_request', 'usage')
  return textOf(isEntered ? phrase(APPROVALS.entered) : faultReason(error), locale)
}

function differenceIn(reply: unknown, { locale }: View): Piece {
  const differs = membersOf(reply)['differs'] as SaidReason | undefined
  return differs ? html`<br>${textOf(reasonIn(differs), locale)}` : ''
}

function doneText(reply: Readonly<Record<string, unknown>>, view: View): Piece {
  const { url, token } = reply
  const say = sayIn(view.locale)
  const sent = sentOf(reply, say)
  const text = sent === undefined ? '' : [' (', sent, ')']
  const { deal } = reply
  const link = typeof deal === 'number' ? html` ${dealAtService(deal, view)}` : ''
  return [say(APPROVALS.itemDone), text, link, linkPart(url, view), tokenPart(token, say)]
}

function linkPart(url: unknown, view: View): Piece {
  if (typeof url !== 'string') return ''
  const say = sayIn(view.locale)
  return html`${shareBlock(url, say(APPROVALS.link), view)}<p>${say(APPROVALS.linkNext)}</p>`
}

function aboutReply({ deal, orderId }: Readonly<Record<string, unknown>>, say: Say): string | undefined {
  if (typeof deal === 'number') return say(APPROVALS.deal, { id: deal })
  return typeof orderId === 'string' ? say(APPROVALS.order, { id: orderId }) : undefined
}

function sentOf({ reached, unreached }: Readonly<Record<string, unknown>>, say: Say): string | undefined {
  if (!Array.isArray(reached) || !Array.isArray(unreached)) return undefined
  return say(APPROVALS.messages, { sent: reached.length, all: reached.length + unreached.length })
}

function tokenPart(value: unknown, say: Say): Piece {
  if (typeof value !== 'string') return ''
  return html`<p><label for="token">${say(APPROVALS.token)}</label><input id="token" value="${value}" readonly></p>`
}

function hasLink({ outcome }: ExecutedItem): boolean {
  return outcome.state === 'done' && typeof membersOf(outcome.reply)['url'] === 'string'
}

/** Copies or shares the link. Without this script, a person selects and copies the link by hand. */
const SHARE_SCRIPT = `(() => {
const link = document.querySelector('#link'), button = name => document.querySelector('[data-' + name + ']')
const copy = button('copy-link'), share = button('share-link')
copy.hidden = false
copy.onclick = () => { link.select(); document.execCommand('copy'); copy.textContent = copy.dataset.done }
if (navigator.share) { share.hidden = false; share.onclick = () => navigator.share({ url: link.value }).catch(() => {}) }
})()`

/** The page needs SHARE_SCRIPT. */
function shareBlock(link: string, label: string, { locale }: Pick<View, 'locale'>): Html {
  const say = sayIn(locale)
  return html`<p><label for="link">${label}</label><input id="link" value="${link}" readonly></p>
<div class="acts"><button type="button" data-copy-link data-done="${say(PARTS.copied)}" hidden>${say(PARTS.copyLink)}</button><button type="button" data-share-link hidden>${say(PARTS.share)}</button></div>
${qrCode(link, say(PARTS.qr))}`
}

/** The quiet zone around a QR code, in modules (ISO/IEC 18004). */
const QUIET = 4

/** Draws the QR code of a text, dark on light in every colour scheme. */
function qrCode(text: string, label: string): Html {
  const { modules } = qrcode.create(text, { errorCorrectionLevel: 'L' })
  const side = modules.size + 2 * QUIET
  const rows = Array.from({ length: modules.size }, (_, y) =>
    Array.from({ length: modules.size }, (_, x) =>
      modules.data[y * modules.size + x] ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : '',
    ).join(''),
  )
  return html`<svg class="qr" width="256" height="256" role="img" aria-label="${label}" viewBox="${`0 0 ${side} ${side}`}"><path fill="#fff" d="${`M0 0h${side}v${side}h-${side}z`}"/><path fill="#000" d="${rows.join('')}"/></svg>`
}
