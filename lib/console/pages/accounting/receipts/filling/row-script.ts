/**
 * The script asks again for proposals after `data-fills` milliseconds, when the accounting service has had time to read
 * the file. It also asks whenever the person has typed a partner or a registration number. A field gets the proposed
 * value unless the person has changed the field.
 */
export const ROW_SCRIPT = `(() => {
const form = document.querySelector('form[data-fills]')
if (!form) return
const was = new Map([...form.elements].map(field => [field.name, field.value]))
const hintOf = field => {
  const known = document.getElementById(field.name + '-hint')
  if (known) return known
  const hint = document.createElement('small')
  hint.id = field.name + '-hint'
  field.before(hint)
  field.setAttribute('aria-describedby', [hint.id, field.getAttribute('aria-describedby') || ''].join(' ').trim())
  return hint
}
const fill = async typed => {
  const query = new URLSearchParams({ row: form.elements.row.value, proposals: '1', ...typed })
  const answer = await fetch('/console/receipts/row?' + query).catch(() => undefined)
  if (!answer || !answer.ok || answer.headers.get('content-type') !== 'text/plain') return
  for (const { name, value, hint } of await answer.json()) {
    const field = form.elements.namedItem(name)
    if (!field || field === document.activeElement || field.value !== was.get(name)) continue
    if (field.options && ![...field.options].some(option => option.value === value)) field.add(new Option(value, value))
    if (name === 'date' && value && !/^\\d{4}-\\d\\d-\\d\\d$/.test(value)) field.type = 'text'
    field.value = value
    was.set(name, value)
    if (hint || document.getElementById(name + '-hint')) hintOf(field).textContent = hint
    const folded = field.closest('[hidden]')
    if (folded && value) folded.hidden = false
  }
}
const wait = Number(form.dataset.fills)
if (wait) setTimeout(() => fill({}), wait)
const typed = () => fill({ partner: form.elements.partner.value, qualified: form.elements.qualified.value })
form.elements.partner.addEventListener('change', typed)
form.elements.qualified.addEventListener('change', typed)
})()`
