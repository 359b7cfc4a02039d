/** The row's page shows a picture, or a PDF in a frame. If a person opens the file itself, the browser downloads it. */

import { html, type Piece } from '../../../../core/http/html.ts'
import { phrase } from '../../../../core/language/catalogue.ts'
import { phraseError } from '../../../../core/language/phrase-error.ts'
import { sayIn } from '../../../../core/language/text.ts'
import type { Store } from '../../../../core/store/store.ts'
import { leavingName } from '../../../../services/accounting/receipts/media-type.ts'
import type { SignedInCall, View } from '../../../page.ts'
import { listDrafts, type NamedDraft } from './drafts.ts'
import { isPicture, readFile } from './files.ts'
import { refuseOthers } from './limits.ts'
import { ROW } from './words.ts'

export async function receiptFile({
  query,
  request,
  core,
  view,
}: SignedInCall<'receiptFile'>): Promise<Response> {
  refuseOthers(view.session)
  const drafts = await listDrafts(core.store())
  const file = drafts.find(draft => draft.file?.sha256 === query.file)?.file
  const bytes = file && (await readFile(file, core.store()))
  if (!file || !bytes) throw phraseError('not_found', phrase(ROW.missing))
  const name = encodeURIComponent(leavingName(file.name, bytes)).replaceAll("'", '%27')
  const isFramed = file.type === 'application/pdf' && isInFrame(request)
  return new Response(bytes, {
    headers: {
      'content-type': isPicture(file.type) || isFramed ? file.type : 'application/octet-stream',
      'content-disposition': isFramed ? 'inline' : `attachment; filename*=UTF-8''${name}`,
      'content-security-policy': "default-src 'none'; frame-ancestors 'self'; sandbox",
    },
  })
}

/** Whether the browser says that a page of this site shows the answer in a frame. */
export function isInFrame({ headers }: Pick<Request, 'headers'>): boolean {
  return headers.get('sec-fetch-dest') === 'iframe' && headers.get('sec-fetch-site') === 'same-origin'
}

/** A link to the file of a row. If the file is a picture, it stands above the link. */
export function pictureOf({ file, box }: Pick<NamedDraft, 'file' | 'box'>, view: View): Piece {
  const link = linkOf({ file, box }, view)
  if (!file || !isPicture(file.type)) return link
  const alt = sayIn(view.locale)(ROW.picture, { name: file.name })
  return html`<p><img src="${addressOf(file)}" alt="${alt}" loading="lazy"></p>${link}`
}

/** A link to the file of a row; empty if the row has no file. */
export function linkOf({ file, box }: Pick<NamedDraft, 'file' | 'box'>, view: View): Piece {
  const say = sayIn(view.locale)
  const named = box ?? file
  if (!named) return ''
  return html`<p><a href="${box ? addressInBox(box) : addressOf(file)}">${say(ROW.file, { name: named.name })}</a></p>`
}

export function addressOf(file: { readonly sha256: string } | undefined): string {
  return `/console/receipts/file?file=${file?.sha256 ?? ''}`
}

export function addressInBox({ company, id }: { readonly company: number; readonly id: number }): string {
  return `/console/deals/file?company=${company}&id=${id}`
}

/** The picture of a case's receipt, as `pictureOf` shows it; empty if the store does not have it. */
export async function pictureOfCase(
  name: string,
  { store, view }: { store: Store; view: View },
): Promise<Piece> {
  return (await picturesOfCases([name], { store, view })).get(name) ?? ''
}

/** The pictures of several cases, by the cases' names. Pictures that the store does not have are left out. */
export async function picturesOfCases(
  names: readonly string[],
  { store, view }: { store: Store; view: View },
): Promise<ReadonlyMap<string, Piece>> {
  const drafts = names.length === 0 ? [] : await listDrafts(store)
  const named = drafts.filter(draft => names.includes(draft.case))
  return new Map(named.map(draft => [draft.case, pictureOf(draft, view)]))
}
