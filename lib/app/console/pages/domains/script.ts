/**
 * The script of the page on which a domain is bought: it counts down the time for which the quote holds, from a number
 * of seconds that the server has computed, because the device's clock may be wrong. Without the script, the page shows
 * the time at which the price ends.
 */
import { PASSKEY_SCRIPT } from '../../frame/script.ts'

export const COUNTDOWN_SCRIPT = `${PASSKEY_SCRIPT};(() => {
const $ = s => document.querySelector(s), left = $('[data-left]'), end = Date.now() + left.dataset.left * 1000
left.parentNode.hidden = false
const tick = () => {
  const seconds = Math.max(0, Math.ceil((end - Date.now()) / 1000))
  left.textContent = Math.floor(seconds / 60) + ':' + String(seconds % 60).padStart(2, '0')
  if (seconds > 0) return
  clearInterval(timer)
  $('[data-expired]').hidden = false
  const button = $('form[data-passkey] button')
  if (button) button.disabled = true
}
const timer = setInterval(tick, 1000)
tick()
})()`
