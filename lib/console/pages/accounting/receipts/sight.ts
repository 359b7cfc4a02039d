import { fileFrame, html, type Piece } from '../../../../core/http/html.ts'
import { sayIn } from '../../../../core/language/text.ts'
import type { View } from '../../../page.ts'
import type { NamedDraft } from './drafts.ts'
import { addressInBox, addressOf } from './file.ts'
import { isPicture } from './files.ts'
import { ROW } from './words.ts'

/**
 * The picture of a receipt, or the first page of its PDF in a frame; empty for any other file. The policy of the file's
 * answer closes the frame in a sandbox (docs/decisions/0049).
 */
export function sightOf({ file, box }: Pick<NamedDraft, 'file' | 'box'>, view: View): Piece {
  const say = sayIn(view.locale)
  const shown = box ?? file
  const type = shown?.type
  if (!shown || !type || file?.broken) return ''
  const address = box ? addressInBox(box) : addressOf(file)
  const alt = say(ROW.picture, { name: shown.name })
  if (type === 'application/pdf')
    return html`<div class="sight">${fileFrame({ address: address + FIRST_PAGE, title: alt })}</div>`
  if (!isPicture(type)) return ''
  return html`<div class="sight"><label class="zoom"><input type="checkbox" id="zoom"> ${say(ROW.zoom)}</label><label for="zoom"><img src="${address}" alt="${alt}"></label></div>`
}

/** Makes a browser's viewer show the first page of a PDF in the width of the frame, without the bars (RFC 8118). */
const FIRST_PAGE = '#page=1&view=FitH&toolbar=0&navpanes=0'

/** The rules that the page of a row adds to the stylesheet. */
export const SIGHT_STYLE = [
  '.sight{position:sticky;top:0;z-index:1;height:33vh;overflow:auto;margin:0 0 1rem;background:var(--ground);border:1px solid var(--line);border-radius:.5rem}',
  '.sight img{display:block;width:100%;border-radius:0}.sight:has(:checked) img{width:250%;max-width:none}',
  '.sight iframe{display:block;width:100%;height:100%;border:0}',
  '.zoom{position:sticky;left:0;top:0;width:max-content;padding:.25rem .5rem;background:var(--ground)}',
  '.receipt form{margin-top:0}',
  '@media (min-width:60rem){main{max-width:80rem}.receipt{display:grid;grid-template-columns:1fr 1fr;gap:1.5rem;align-items:start}.sight{top:1rem;height:68vh}}',
].join('')
