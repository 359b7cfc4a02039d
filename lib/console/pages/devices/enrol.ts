/** A device's folder contains a token that no log and no page has. The folder can be downloaded only once. */

import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompressSync } from 'node:zlib'
import type { Config } from '../../../core/config/config.ts'
import { AppError } from '../../../core/errors.ts'
import { requestFor } from '../../../core/http/client.ts'
import { type Html, html } from '../../../core/http/html.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import type { Language } from '../../../core/language/language.ts'
import { phraseError } from '../../../core/language/phrase-error.ts'
import { type Say, sayIn } from '../../../core/language/text.ts'
import { DEFAULT_RELEASE_DIR } from '../../../core/release/default-folder.ts'
import { latestRoot } from '../../../core/release/folder/folder.ts'
import { DEVICE_PROGRAM_NAME } from '../../../device/program/start-file.ts'
import { enrolmentFile, type FolderFile, readmeFile } from '../../../device/program/start-files/folder.ts'
import { adminContract } from '../../../services/admin/contract.ts'
import { isEnrolled, isEnrolment } from '../../approvals/enrolled.ts'
import { executeApproval } from '../../approvals/execute.ts'
import { approvalForm, fields, itemOf } from '../../approvals/form.ts'
import { openStatement } from '../../approvals/verify.ts'
import type { ConsoleCore } from '../../core.ts'
import { submitOnce } from '../../forms.ts'
import { box, type FieldFaults, field } from '../../frame/parts.ts'
import { download } from '../../frame/respond.ts'
import { PASSKEY_SCRIPT } from '../../frame/script.ts'
import type { ShownPage, SignedInCall, View } from '../../page.ts'
import { DEVICES } from './words.ts'
import { zipOf } from './zip.ts'

const NAME = /^(?!.*--[0-9a-f]{16}$)[a-z0-9-]{1,82}$/

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

/** Asks for the approval of an enrolment. With `force`, the approval ends the key of the device that has this name. */
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
  // the enrolment fails if an unlisted device of this name still has a key; the fields `again` then add `force`
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

/** Answers with the folder of an approved enrolment, only once. */
export async function downloadFolder(call: SignedInCall<'downloadFolder'>): Promise<Response> {
  const { body, core, view } = call
  const { issued = '', answer = '' } = body
  // the kind is checked before anything is executed, because other approvals have another outcome page
  const { items: signed } = openStatement(issued, view.session, core).statement
  if (!signed.every(isEnrolment)) throw phraseError('not_found', phrase(DEVICES.noFolder))
  const { digest, items } = await executeApproval({ issued, answer }, view.session, core, view.since)
  const executed = items.find(isEnrolled)
  if (executed?.outcome.state !== 'done') throw phraseError('not_found', phrase(DEVICES.noFolder))
  const { name } = JSON.parse(executed.item.body) as { readonly name: string }
  const archive = await archiveOf(name, executed.outcome.reply as Token, core)
  await refuseAgain({ number: `${digest}-folder`, session: view.session.digest }, core)
  return download(Uint8Array.from(archive), { name: `kura-${name}.zip`, type: 'application/zip' })
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

const PROJECT = resolve(DEFAULT_RELEASE_DIR, '../../../..')

interface BuiltFolder {
  readonly program: string
  /** The start files of each language, with contents in base64. */
  readonly startFiles: Readonly<Record<Language, readonly (FolderFile & { readonly content: string })[]>>
}

/** The files of a new device's folder that are the same for every device. @throws AppError `internal` */
async function readDeviceFolder(config: Pick<Config, 'deployment' | 'locale'>): Promise<FolderFile[]> {
  const built =
    config.deployment === 'local' ? buildNow() : readFile(join(PROJECT, 'dist', 'device-folder.json.br'))
  const bytes = await built.catch((cause: unknown) => {
    throw new AppError('internal', 'Cannot read the device program: the build has not written it', { cause })
  })
  const { program, startFiles } = JSON.parse(brotliDecompressSync(bytes).toString()) as BuiltFolder
  return [
    { path: DEVICE_PROGRAM_NAME, content: program },
    ...startFiles[config.locale().language].map(file => ({
      ...file,
      content: Buffer.from(file.content, 'base64'),
    })),
  ]
}

async function buildNow(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'kura-device-'))
  try {
    const file = join(folder, 'folder.json.br')
    await promisify(execFile)(process.execPath, [
      join(PROJECT, 'scripts', 'build-device.ts'),
      '--folder',
      file,
    ])
    return await readFile(file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
