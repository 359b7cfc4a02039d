/**
 * The file of a row, as it was sent. Only JPEG and PNG files get their own content type, with which a browser shows
 * them as pictures. If a browser opens any file of a row as a page, it downloads the file.
 */

import { type Html, html, type Piece } from '../../../../core/http/html.ts'
import { phrase } from '../../../../core/language/catalogue.ts'
import { phraseError } from '../../../../core/language/phrase-error.ts'
import { sayIn } from '../../../../core/language/text.ts'
import type { Store } from '../../../../core/store/store.ts'
import { leavingName } from '../../../../services/accounting/receipts/media-type.ts'
import type { SignedInCall, View } from '../../../page.ts'
import { refuseOthers } from './access.ts'
import { listDrafts, type NamedDraft } from './drafts.ts'
import { isPicture, readFile } from './files.ts'
import { ROW } from './words.ts'

export async function receiptFile({ query, core, view }: SignedInCall<'receiptFile'>): Promise<Response> {
  refuseOthers(view.session)
  const drafts = await listDrafts(core.store())
  const file = drafts.find(draft => draft.file?.sha256 === query.file)?.file
  const bytes = file && (await readFile(file, core.store()))
  if (!file || !bytes) throw phraseError('not_found', phrase(ROW.missing))
  const name = encodeURIComponent(leavingName(file.name, bytes)).replaceAll("'", '%27')
  return new Response(bytes, {
    headers: {
      'content-type': isPicture(file.type) ? file.type : 'application/octet-stream',
      'content-disposition': `attachment; filename*=UTF-8''${name}`,
      'content-security-policy': "default-src 'none'; sandbox",
    },
  })
}

/** The picture of a row, and a link to its file. */
export function pictureOf({ file, box }: Pick<NamedDraft, 'file' | 'box'>, view: View): Piece {
  const say = sayIn(view.locale)
  if (box) {
    const asked = new URLSearchParams({ company: String(box.company), id: String(box.id) })
    return html`<p><a href="/console/deals/file?${String(asked)}">${say(ROW.file, { name: box.name })}</a></p>`
  }
  if (!file) return ''
  const query = new URLSearchParams({ file: file.sha256 })
  const alt = say(ROW.picture, { name: file.name })
  const picture: Html | '' = isPicture(file.type)
    ? html`<p><img src="/console/receipts/file?${String(query)}" alt="${alt}"></p>`
    : ''
  return html`${picture}<p><a href="/console/receipts/file?${String(query)}">${say(ROW.file, { name: file.name })}</a></p>`
}

/** The picture of the receipt for the page that releases its deal; empty if the store does not have it. */
export async function pictureOfCase(
  name: string,
  { store, view }: { store: Store; view: View },
): Promise<Piece> {
  return (await picturesOfCases([name], { store, view })).get(name) ?? ''
}

/** The pictures of several cases, by their names; those that the store does not have are left out. */
export async function picturesOfCases(
  names: readonly string[],
  { store, view }: { store: Store; view: View },
): Promise<ReadonlyMap<string, Piece>> {
  const drafts = names.length === 0 ? [] : await listDrafts(store)
  const named = drafts.filter(draft => names.includes(draft.case))
  return new Map(named.map(draft => [draft.case, pictureOf(draft, view)]))
}
