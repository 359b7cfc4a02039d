import { requestFor } from '../../../core/http/client.ts'
import { type Html, html } from '../../../core/http/html.ts'
import { phrase } from '../../../core/language/catalogue.ts'
import { timeOf } from '../../../core/language/moments.ts'
import { phraseError } from '../../../core/language/phrase-error.ts'
import { type Say, sayIn, textOf } from '../../../core/language/text.ts'
import { readProblem } from '../../../core/release/read-problem.ts'
import { adminContract } from '../../../services/admin/contract.ts'
import { filesOf, releaseOf } from '../../../services/distribution/lists/rows.ts'
import { LABELS } from '../../../services/distribution/lists/words.ts'
import { approvalForm, fields, itemOf } from '../../approvals/form.ts'
import { clientOf } from '../../client.ts'
import { submitOnce } from '../../forms.ts'
import { factsIn } from '../../frame/lists.ts'
import { box, type Fact, facts } from '../../frame/parts.ts'
import { PASSKEY_SCRIPT } from '../../frame/script.ts'
import { FRAME } from '../../frame/words.ts'
import type { PageAnswer, ShownPage, SignedInCall, View } from '../../page.ts'
import { deviceDays } from './days.ts'
import { enrolPage } from './enrol.ts'
import { devicePath, devicesPage, stateLine } from './list.ts'
import { readDevices, type ShownDevice } from './read.ts'
import { DEVICES } from './words.ts'
import '../../../services/device-words.ts'

export async function showDevice(call: SignedInCall<'showDevice'>): Promise<ShownPage> {
  const { devices, today } = await readDevices(call)
  return devicePage(deviceNamed(call.query.name, devices), today, call.view)
}

function deviceNamed(name: string | undefined, devices: readonly ShownDevice[]): ShownDevice {
  const device = devices.find(known => known.name === name)
  if (device) return device
  throw phraseError('not_found', phrase(DEVICES.unknown))
}

export function devicePage(device: ShownDevice, today: string, view: View): ShownPage {
  const say = sayIn(view.locale)
  const { name, state, report } = device
  return {
    title: name,
    body: html`${stateLine(device, say)}
${facts(factsOf(report, view))}
<h2>${say(DEVICES.days)}</h2>${deviceDays(report.days, today, view)}
<details><summary>${say(FRAME.details)}</summary>${facts([[say(DEVICES.key), report.keyid]])}</details>
<div class="acts">${state === 'revoked' ? '' : beginForm('revoke', name, { label: say(DEVICES.revoke) })}
${beginForm('enrol', name, { label: say(DEVICES.enrolAgain) })}
${beginForm('forget', name, { label: say(DEVICES.forget), form: view.nonce })}</div>
<p><small>${say(DEVICES.forgetText)}</small></p>
${back(say)}`,
  }
}

function factsOf(report: ShownDevice['report'], { locale }: View): Fact[] {
  const say = sayIn(locale)
  const { problems = [], waiting = [], node, at } = report
  const texts = problems.flatMap(readProblem).map(problem => textOf(problem, locale))
  const list = (items: readonly string[]) =>
    items.length === 0 ? '' : html`<ul>${items.map(item => html`<li>${item}</li>`)}</ul>`
  return [
    ...factsIn(
      [
        [phrase(LABELS.release), releaseOf(report)],
        [phrase(LABELS.installed), filesOf(report)],
        [phrase(LABELS.seen), timeOf(at)],
      ],
      locale,
    ),
    [say(DEVICES.problemList), list(texts)],
    [say(DEVICES.waitingList), list(waiting.map(({ path }) => path))],
    [say(DEVICES.node), node === undefined ? '' : say(DEVICES.nodeText, { node })],
  ]
}

function beginForm(act: string, name: string, { label, form }: { label: string; form?: string }): Html {
  return html`<form method="post" action="/console/devices">${fields({ act, name, ...(form && { form }) })}<button>${label}</button></form>`
}

function back(say: Say): Html {
  return html`<p><a href="/console/devices">${say(DEVICES.back)}</a></p>`
}

/** Takes a device off the list, or shows the page on which the person approves another act. */
export async function changeDevices(call: SignedInCall<'changeDevices'>): Promise<PageAnswer> {
  const { act = '', name = '' } = call.body
  if (act === 'forget') return forget(name, call)
  const data = await readDevices(call)
  const isKnown = call.body['force'] === 'on' || data.devices.some(known => known.name === name)
  if (act === 'enrol') return enrolPage(name, isKnown, call)
  if (act !== 'revoke') return devicesPage(data, {}, call.view)
  return revokePage(deviceNamed(name, data.devices), call)
}

async function forget(name: string, call: SignedInCall<'changeDevices'>): Promise<ShownPage> {
  const { body, core, view } = call
  const say = sayIn(view.locale)
  const form = { number: body['form'] ?? '', session: view.session.digest }
  await submitOnce(form, () => clientOf(adminContract, call).forgetDevice({ params: { name } }), core)
  return {
    title: say(DEVICES.title),
    body: html`${box('good', say(DEVICES.forgotten, { name }))}${back(say)}`,
  }
}

async function revokePage(
  { name, report: { keyid } }: ShownDevice,
  call: SignedInCall<'changeDevices'>,
): Promise<ShownPage> {
  const say = sayIn(call.view.locale)
  const item = itemOf(requestFor(adminContract, 'changeRevocation', { body: { keyid } }), call.core)
  const button = { label: say(DEVICES.confirm), back: devicePath(name) } as const
  return {
    title: say(DEVICES.revoke),
    script: PASSKEY_SCRIPT,
    body: html`<p>${say(DEVICES.revokeText, { name })}</p>${await approvalForm([item], button, call)}${back(say)}`,
  }
}
