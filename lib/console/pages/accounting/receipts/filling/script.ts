/**
 * The script of the page of receipts. Without it, a form sends one file. With it, a person chooses many files: the
 * script checks the size of each, and sends them one by one; it also registers all rows that are ready, one by one. The
 * person can interrupt both: the page shows the rest when it is opened again.
 */
export const RECEIPTS_SCRIPT = `(() => {
const $ = s => document.querySelector(s), form = $('form[data-send]'), input = form && form.elements.file
const all = $('[data-all]'), progress = $('[data-progress]'), problems = $('[data-problems]')
const words = JSON.parse($('#words').textContent)
const say = (text, values) => text.replace(/\\{(\\w+)\\}/g, (_, name) => values[name])
const show = text => { progress.hidden = false; progress.textContent = text }
const complain = text => { const item = document.createElement('li'); item.textContent = text; problems.append(item); problems.parentElement.hidden = false }
const post = async (address, body) => {
  try {
    const { type, status } = await fetch(address, { method: 'POST', body, redirect: 'manual', headers: { accept: 'text/html' } })
    if (status !== 401) return type === 'opaqueredirect'
  } catch { return false }
  busy = false
  location.reload()
  return new Promise(() => {})
}
let busy = false
const away = event => { if (busy) event.preventDefault() }
addEventListener('beforeunload', away)
const done = failed => { busy = false; if (failed) form.elements.button.disabled = false; else location.reload() }
if (form) {
  input.multiple = true
  form.onsubmit = async event => {
    event.preventDefault()
    if (busy) return
    const files = [...input.files]
    if (files.length === 0) return
    busy = true
    problems.textContent = ''
    form.elements.button.disabled = true
    let failed = 0
    for (const [at, file] of files.entries()) {
      show(say(words.sending, { at: at + 1, count: files.length, name: file.name }))
      const body = new FormData()
      body.append('file', file)
      const isSent = file.size <= words.largest && await post('/console/receipts', body)
      if (isSent) continue
      failed++
      complain(say(file.size > words.largest ? words.tooLarge : words.notSent, { name: file.name }))
    }
    show(words.sent)
    if (failed) progress.hidden = true
    done(failed)
  }
}
if (all) {
  all.hidden = false
  all.onclick = async () => {
    if (busy) return
    busy = true
    all.disabled = true
    problems.textContent = ''
    const rows = [...document.querySelectorAll('form[data-row]')]
    for (const [at, row] of rows.entries()) {
      show(say(words.registering, { at: at + 1, count: rows.length }))
      const card = row.closest('section')
      if (await post('/console/receipts/row', new URLSearchParams(new FormData(row)))) card.remove()
      else complain(say(words.notRegistered, { name: card.querySelector('h3').textContent }))
    }
    progress.hidden = true
    busy = false
    if (!problems.textContent) location.reload()
  }
}
})()`
