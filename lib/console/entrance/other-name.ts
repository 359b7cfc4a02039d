/** Browsers bind passkeys to the name in KURA_URL, so this page asks for no passkey and spends no link. */
import { html } from '../../core/http/html.ts'
import { sayIn } from '../../core/language/text.ts'
import { LINK_SCRIPT } from '../frame/script.ts'
import type { PageCall, ShownPage } from '../page.ts'
import { OTHER_NAME } from './enrolment-words.ts'

export function otherNamePage({
  view,
  core,
  request,
}: Pick<PageCall, 'view' | 'core' | 'request'>): ShownPage {
  const say = sayIn(view.locale)
  const { origin } = new URL(core.config.url())
  return {
    title: say(OTHER_NAME.title),
    status: request.method === 'POST' ? 400 : 200,
    script: LINK_SCRIPT,
    body: html`<p>${say(OTHER_NAME.text, { address: origin })}</p>
<p><a class="button first" data-same href="${origin + view.address}">${say(OTHER_NAME.open)}</a></p>`,
  }
}
