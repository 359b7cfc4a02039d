/** A link to hand to another person: copied, shared by the phone, or read from another screen as a QR code. */
import qrcode from 'qrcode/lib/core/qrcode.js'
import { type Html, html } from '../../core/http/html.ts'
import { sayIn } from '../../core/language/text.ts'
import type { View } from '../page.ts'
import { PARTS } from './words.ts'

/** Copies the link, and shares it if the browser can. Without this script, a person selects the link and copies it. */
export const SHARE_SCRIPT = `(() => {
const link = document.querySelector('#link'), button = name => document.querySelector('[data-' + name + ']')
const copy = button('copy-link'), share = button('share-link')
copy.hidden = false
copy.onclick = () => { link.select(); document.execCommand('copy'); copy.textContent = copy.dataset.done }
if (navigator.share) { share.hidden = false; share.onclick = () => navigator.share({ url: link.value }).catch(() => {}) }
})()`

/** A link to copy or share, with its QR code; the page needs SHARE_SCRIPT. */
export function shareBlock(link: string, label: string, { locale }: Pick<View, 'locale'>): Html {
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
