/**
 * The script sends files one by one, as soon as they are chosen or dropped on the page. If no file failed, the row of
 * the first file opens. A photograph that is too large is made smaller. A photograph in HEIC becomes a JPEG if the
 * browser can read it. If the person interrupts the script, everything sent or registered until then stays.
 */
const SOURCE = `(() => {
const $ = s => document.querySelector(s), form = $('form[data-send]'), input = form && form.elements.file
const all = $('[data-all]'), progress = $('[data-progress]'), problems = $('[data-problems]'), lines = $('[data-files]')
const words = JSON.parse($('#words').textContent)
const say = (text, values) => text.replace(/\\{(\\w+)\\}/g, (_, name) => values[name])
const show = text => { progress.hidden = false; progress.textContent = text }
const add = (list, text) => { const item = document.createElement('li'); item.textContent = text; list.append(item); list.parentElement.hidden = false; return item }
const complain = text => add(problems, text)
const post = async (address, body, accept) => {
  try {
    const answer = await fetch(address, { method: 'POST', body, redirect: 'manual', headers: { accept } })
    if (answer.status !== 401) return answer
  } catch { return {} }
  busy = false
  location.reload()
  return new Promise(() => {})
}
let busy = false
const away = event => { if (busy) event.preventDefault() }
addEventListener('beforeunload', away)
const fitting = async file => {
  const heic = /\\.hei[cf]$/i.test(file.name) || /^image\\/hei[cf]$/.test(file.type)
  if (!heic && (file.size <= words.largest || !file.type.startsWith('image/'))) return file
  try {
    const picture = await createImageBitmap(file), canvas = document.createElement('canvas')
    const scale = Math.min(1, words.longest / Math.max(picture.width, picture.height))
    canvas.width = Math.round(picture.width * scale)
    canvas.height = Math.round(picture.height * scale)
    canvas.getContext('2d').drawImage(picture, 0, 0, canvas.width, canvas.height)
    for (const quality of [.9, .8, .7]) {
      const blob = await new Promise(done => canvas.toBlob(done, 'image/jpeg', quality))
      if (blob && blob.size <= words.largest) return new File([blob], file.name.replace(/\\.\\w+$/, '') + '.jpg', { type: blob.type })
    }
  } catch {}
  return file
}
const sendOne = async chosen => {
  const file = await fitting(chosen), name = chosen.name
  if (file.size > words.largest) return { fault: say(words.tooLarge, { name }) }
  const body = new FormData()
  body.append('file', file)
  const answer = await post('/console/receipts', body, 'text/html, text/plain')
  const sent = await Promise.resolve(answer.json && answer.json()).catch(() => undefined)
  return sent && sent.rows ? sent : { fault: say(words.notSent, { name }) + (sent && sent.fault ? ' ' + sent.fault : '') }
}
const send = async files => {
  if (busy || files.length === 0) return
  busy = true
  problems.textContent = lines.textContent = ''
  let first, known, failed = false
  for (const [at, file] of files.entries()) {
    const line = add(lines, say(words.sending, { at: at + 1, count: files.length, name: file.name }))
    const { rows = [], kept, again, fault } = await sendOne(file)
    if (fault) complain(fault)
    if (kept) complain(kept)
    if (fault || kept || (again && files.length + rows.length > 2)) failed = true
    line.textContent = again || say(fault ? words.unsent : words.sentOne, { name: file.name })
    known = known || again
    first = first || rows[0]
  }
  busy = false
  input.value = ''
  if (!failed) location.assign(first ? '/console/receipts/row?row=' + first + (known ? '&again=1' : '') : '/console/receipts')
}
if (form) {
  input.multiple = true
  input.onchange = () => send([...input.files])
  form.onsubmit = event => { event.preventDefault(); send([...input.files]) }
  addEventListener('dragover', event => event.preventDefault())
  addEventListener('drop', event => { event.preventDefault(); send([...event.dataTransfer.files]) })
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
      if ((await post('/console/receipts/row', new URLSearchParams(new FormData(row)), 'text/html')).type === 'opaqueredirect') card.remove()
      else complain(say(words.notRegistered, { name: card.querySelector('h3').textContent }))
    }
    progress.hidden = true
    busy = false
    if (!problems.textContent) location.reload()
  }
}
})()`

/** The script without indentation, as pages get it. */
export const RECEIPTS_SCRIPT = SOURCE.replaceAll(/\n +/g, '\n')
