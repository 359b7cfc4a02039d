/**
 * The script of the page on which a domain is bought: it counts the quote's minutes down, by seconds that the server has
 * counted, so that a wrong clock of the device does not matter. Without it the page says until when the price holds.
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
