/**
 * The script of the pages that ask for a passkey or spend a link. All other forms work without a script. The script
 * converts base64url itself, because older browsers lack `parseCreationOptionsFromJSON`, and the `toJSON` of some
 * password managers throws.
 *
 * - An element with `data-fragment` gets the fragment of the address, which no request carries. Then its form is shown.
 * - A `form[data-passkey]` (`get` or `create`) asks for the passkey when it is sent. The block `passkey` contains the
 *   question, `{purpose, text, publicKey}`: WebAuthn's options in JSON without the challenge, which is the digest of
 *   `text`.
 * - If the device has a passkey of this person already, the form is sent with the answer `held`.
 * - If the passkey gave no answer, the element whose `data-refused` is the error's name is shown, or else the first.
 * - An element with `data-elsewhere` is shown in a browser without passkeys, such as the browser inside another app. In
 *   this element, `[data-address]` gets the address of the page, and `[data-copy]` copies the address.
 */
const SOURCE = `(() => {
const $ = s => document.querySelector(s), form = $('form[data-passkey]'), fragment = $('[data-fragment]')
const bytes = s => Uint8Array.from(atob(s.replace(/-/g, '+').replace(/_/g, '/')), c => c.charCodeAt(0))
const text = b => btoa(String.fromCharCode(...new Uint8Array(b))).replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=/g, '')
const read = () => (fragment.value = location.hash.slice(1)) && (fragment.form.hidden = 0)
if (fragment) { read(); addEventListener('hashchange', read) }
const ua = navigator.userAgent
const inApp = /\\b(Line|FBAN|FBAV|Instagram|Twitter|MicroMessenger|Discord|Slack|GSA)\\b|; wv\\)/i.test(ua) || (/iPhone|iPad/.test(ua) && !/Safari/.test(ua))
const elsewhere = $('[data-elsewhere]')
if (elsewhere && (inApp || !self.PublicKeyCredential)) {
  const address = $('[data-address]')
  elsewhere.hidden = 0
  address.value = location.href
  $('[data-copy]').onclick = () => { address.select(); document.execCommand('copy') }
}
if (!form) return
const ask = async () => {
  const { purpose, text: signed, publicKey } = JSON.parse($('#passkey').textContent)
  publicKey.challenge = await crypto.subtle.digest('SHA-256', new TextEncoder().encode('kura ' + purpose + ' v1\\n' + signed))
  for (const held of [publicKey.user, ...publicKey.allowCredentials || publicKey.excludeCredentials || []])
    if (held) held.id = bytes(held.id)
  return navigator.credentials[form.dataset.passkey]({ publicKey })
}
const send = value => { form.answer.value = value; form.submit() }
let busy, refused
onpageshow = () => busy = 0
form.onsubmit = async event => {
  event.preventDefault()
  if (busy) return
  busy = true
  if (refused) refused.hidden = true
  try {
    const { id, rawId, type, response } = await ask(), parts = {}
    for (const name of ['clientDataJSON', 'authenticatorData', 'signature', 'userHandle', 'attestationObject'])
      if (response[name]) parts[name] = text(response[name])
    if (response.getTransports) parts.transports = response.getTransports()
    send(JSON.stringify({ id, rawId: text(rawId), type, response: parts }))
  } catch ({ name }) {
    if (name === 'InvalidStateError') return send('held')
    refused = $('[data-refused=' + name + ']') || $('[data-refused]')
    refused.hidden = busy = 0
  }
}
})()`

/** The script without indentation, as pages get it. */
export const PASSKEY_SCRIPT = SOURCE.replaceAll(/\n +/g, '\n')

/**
 * If a person pastes a new link into the tab, only the fragment changes. The script then opens the link with an empty
 * query, so that the browser loads the page. On the page under another name, `data-same` gets the fragment.
 */
export const LINK_SCRIPT = `(() => {
const same = document.querySelector('[data-same]')
const take = () => { if (same) same.hash = location.hash; else if (location.hash) location.assign('?' + location.hash) }
if (same) take()
addEventListener('hashchange', take)
})();
`
