/**
 * Enrols a device: the person approves, and then downloads, once, the folder that sets the device up. The folder
 * contains a token, which is in no log and in no page. The folder is made from the outcome of the approval, which is
 * stored sealed for 12 hours.
 */
import { randomUUID } from 'node:crypto'
import { requestFor } from '../../../core/http/client.ts'
import { type Html, html } from '../../../core/http/html.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import { phraseError } from '../../../core/language/phrase-error.ts'
import { type Say, sayIn } from '../../../core/language/text.ts'
import { latestRoot } from '../../../core/release/folder/folder.ts'
import { enrolmentFile, readmeFile } from '../../../device/program/start-files/folder.ts'
import { adminContract } from '../../../services/admin/contract.ts'
import { isEnrolled, isEnrolment } from '../../approvals/enrolled.ts'
import { executeApproval } from '../../approvals/execute.ts'
import { approvalForm, fields, itemOf } from '../../approvals/form.ts'
import { openStatement } from '../../approvals/verify.ts'
import type { ConsoleCore } from '../../core.ts'
import { submitOnce } from '../../forms.ts'
import { box, type FieldFaults, field } from '../../frame/parts.ts'
import { PASSKEY_SCRIPT } from '../../frame/script.ts'
import type { ShownPage, SignedInCall, View } from '../../page.ts'
import { readDeviceFolder } from './program.ts'
import { DEVICES } from './words.ts'
import { zipOf } from './zip.ts'

const NAME = /^(?!.*--[0-9a-f]{16}$)[a-z0-9-]{1,82}$/

/** The form that asks for the name of a new device. */
export function enrolForm(entered: string, faults: FieldFaults, view: View): Html {
  const say = sayIn(view.locale)
  const name = {
    name: 'name',
    label: say(DEVICES.name),
    hint: say(DEVICES.nameHint),
    value: entered,
    required: true,
    input: { maxlength: 82, autocomplete: 'off' },
  }
  return html`<h2>${say(DEVICES.enrol)}</h2><p>${say(DEVICES.enrolText)}</p>
<form method="post" action="/console/devices">${fields({ act: 'enrol' })}${field(name, faults, view)}<button class="first">${say(DEVICES.enrol)}</button></form>`
}

/** Shows what is about to be approved. With `force`, the approval ends the key of the device that has this name. */
export async function enrolPage(
  name: string,
  force: boolean,
  call: SignedInCall<'changeDevices'>,
): Promise<ShownPage> {
  const say = sayIn(call.view.locale)
  const title = say(DEVICES.enrolNamed, { name })
  if (!NAME.test(name)) {
    const faults = { name: say(DEVICES.nameFault) }
    return {
      title: say(DEVICES.enrol),
      status: 400,
      body: html`${enrolForm(name, faults, call.view)}${backLink(say)}`,
    }
  }
  const item = itemOf(
    requestFor(adminContract, 'enrol', { body: { name, ...(force && { force: true }) } }),
    call.core,
  )
  // the enrolment fails if an unlisted device of this name still has a key; the person then decides again, with `force`
  const again = { act: 'enrol', name, force: 'on' }
  const button = { label: say(DEVICES.confirm), back: '/console/devices', again } as const
  return {
    title,
    script: PASSKEY_SCRIPT,
    body: html`${force ? box('warn', say(DEVICES.known), say(DEVICES.knownText, { name })) : ''}<p>${say(DEVICES.tokenText)}</p>
${await approvalForm([item], button, call)}${backLink(say)}`,
  }
}

function backLink(say: Say): Html {
  return html`<p><a href="/console/devices">${say(DEVICES.back)}</a></p>`
}

/** Hands out the folder of an approved enrolment, once. */
export async function downloadFolder(call: SignedInCall<'downloadFolder'>): Promise<Response> {
  const { body, core, view } = call
  const { issued = '', answer = '' } = body
  // checked before anything is executed: approvals of other kinds have another outcome page
  const { items: signed } = openStatement(issued, view.session, core).statement
  if (!signed.every(isEnrolment)) throw phraseError('not_found', phrase(DEVICES.noFolder))
  const { digest, items } = await executeApproval({ issued, answer }, view.session, core, view.since)
  const executed = items.find(isEnrolled)
  if (executed?.outcome.state !== 'done') throw phraseError('not_found', phrase(DEVICES.noFolder))
  const { name } = JSON.parse(executed.item.body) as { readonly name: string }
  const archive = await archiveOf(name, executed.outcome.reply as Token, core)
  await refuseAgain({ number: `${digest}-folder`, session: view.session.digest }, core)
  return new Response(Uint8Array.from(archive), {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="kura-${name}.zip"`,
      'content-security-policy': "default-src 'none'; sandbox",
    },
  })
}

/** @throws AppError `conflict` if the form was sent before */
async function refuseAgain(form: { number: string; session: string }, core: ConsoleCore): Promise<void> {
  const run = randomUUID()
  if ((await submitOnce(form, async () => run, core)) !== run)
    throw phraseError('conflict', phrase(DEVICES.again))
}

interface Token {
  readonly keyid: string
  readonly secret: string
  readonly expires: string
}

async function archiveOf(
  name: string,
  { keyid, secret, expires }: Token,
  core: ConsoleCore,
): Promise<Buffer> {
  const { config } = core
  const locale = config.locale()
  const root = await latestRoot(config.releaseDir)
  const url = new URL(config.url()).origin
  const enrolment = { url, keyid, secret, root, ...locale }
  const files = [
    enrolmentFile(enrolment),
    readmeFile({ name, expires: Date.parse(expires) }, locale),
    ...(await readDeviceFolder(config)),
  ]
  const zipped = files.map(({ path, content, runs }) => ({
    path: `${name}/${path}`,
    content: Buffer.from(content),
    runs,
  }))
  return zipOf(zipped, core.now())
}
