/** The page lists the files of the release; files that differ from the release before come first. */
import type { ReplyOf } from '../../../core/http/contract.ts'
import { html } from '../../../core/http/html.ts'
import { sayIn } from '../../../core/language/text.ts'
import { adminContract } from '../../../services/admin/contract.ts'
import { clientOf } from '../../client.ts'
import { listTable } from '../../frame/lists.ts'
import { pageLinks } from '../../frame/parts.ts'
import type { ShownPage, SignedInCall, View } from '../../page.ts'
import { DEVICES } from './words.ts'

type Reply = ReplyOf<typeof adminContract, 'releaseFiles'>

const MOST = '50'
const PATH = '/console/devices/release'

export async function showRelease(call: SignedInCall<'showRelease'>): Promise<ShownPage> {
  const { after } = call.query
  const query = { limit: MOST, ...(after !== undefined && { after }) }
  return releasePage(await clientOf(adminContract, call).releaseFiles({ query }), after, call.view)
}

export function releasePage(
  { version, before, files, next }: Reply,
  after: string | undefined,
  view: View,
): ShownPage {
  const say = sayIn(view.locale)
  const heads = [DEVICES.file, DEVICES.change, DEVICES.bytes].map(head => say(head))
  const rows = files.map(({ path, size, change }) => [
    path,
    say(DEVICES[change]),
    say(DEVICES.bytesText, { size }),
  ])
  const since = before === undefined ? say(DEVICES.firstRelease) : say(DEVICES.comparedWith, { before })
  return {
    title: say(DEVICES.releaseNamed, { version }),
    body: html`<p>${since}</p>
${listTable(heads, rows)}
${pageLinks({ after, next, path: PATH }, view)}
<p>${say(DEVICES.publishing)}</p><p><a href="/console/devices">${say(DEVICES.back)}</a></p>`,
  }
}
