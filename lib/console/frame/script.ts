/**
 * The script of the pages that ask for a passkey or spend a link; all other forms work without a script. It converts
 * base64url itself, because older browsers lack `parseCreationOptionsFromJSON` and the `toJSON` of some password
 * managers throws.
 *
 * - An element with `data-fragment` gets the fragment of the address, which no request carries; its form is shown then.
 * - A `form[data-passkey]` (`get` or `create`) asks for the passkey when it is sent. The block `passkey` contains the
 *   question, `{purpose, text, publicKey}`: WebAuthn's options in JSON without the challenge, which is the digest of
 *   `text`.
 * - If the device has a passkey of this person already, the form is sent with the answer `held`.
 * - An element with `data-refused` is shown if the passkey gave no answer: the one of the error's name, or the first.
 *   One with `data-elsewhere` is shown in a browser without passkeys, such as the one inside another app; it has the
 *   address in `[data-address]`, and `[data-copy]` copies it.
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

/** The script as it is sent: without indentation. */
export const PASSKEY_SCRIPT = SOURCE.replaceAll(/\n +/g, '\n')

/**
 * If a person pastes a new link into the tab, only the fragment changes: the script opens the link, with an empty query
 * so that the browser loads the page. On the page under another name, `data-same` gets the fragment.
 */
export const LINK_SCRIPT = `(() => {
const same = document.querySelector('[data-same]')
const take = () => { if (same) same.hash = location.hash; else if (location.hash) location.assign('?' + location.hash) }
if (same) take()
addEventListener('hashchange', take)
})();
`
