import { type Html, html, type Piece } from '../../../core/http/html.ts'
import { type Say, sayIn } from '../../../core/language/text.ts'
import { actFor } from '../../../services/distribution/lists/rows.ts'
import { STATE_NAMES } from '../../../services/distribution/lists/states.ts'
import { STATES } from '../../../services/distribution/lists/words.ts'
import { filterForm, pageOf } from '../../frame/lists.ts'
import { box, facts, pageLinks } from '../../frame/parts.ts'
import type { ShownPage, SignedInCall, View } from '../../page.ts'
import { countDays, fleetPicture, fleetTable } from './days.ts'
import { enrolForm } from './enrol.ts'
import { type DevicesData, type Release, readDevices, type ShownDevice } from './read.ts'
import { DEVICES } from './words.ts'

const PATH = '/console/devices'
const MOST = 20
const DAY = 86_400_000

export async function showDevices(call: SignedInCall<'showDevices'>): Promise<ShownPage> {
  const { show, after } = call.query
  return devicesPage(await readDevices(call), { show, after }, call.view)
}

export interface Chosen {
  readonly show?: string | undefined
  readonly after?: string | undefined
}

export function devicesPage(data: DevicesData, { show = '', after }: Chosen, view: View): ShownPage {
  const say = sayIn(view.locale)
  const { devices, release, today, now } = data
  const ordered = inOrder(devices).filter(({ state }) => show === '' || state === show)
  const { some, next } = pageOf(ordered, { after, most: MOST })
  const path = show === '' ? PATH : `${PATH}?${new URLSearchParams({ show })}`
  const counted = countDays(
    devices.filter(({ state }) => state !== 'revoked').map(({ report }) => report.days),
    today,
  )
  return {
    title: say(DEVICES.title),
    body: html`${devices.length === 0 ? html`<p>${say(DEVICES.none)}</p>` : filterForm({ action: PATH, show, choices: choicesOf(devices, say) }, view)}
${some.length === 0 && devices.length > 0 ? html`<p>${say(DEVICES.noneShown)}</p>` : some.map(device => card(device, say))}
${pageLinks({ after, next, path }, view)}
${enrolForm('', {}, view)}
<h2>${say(DEVICES.days)}</h2>${fleetPicture(counted, view)}${fleetTable(counted, view)}
<h2>${say(DEVICES.release)}</h2>${release ? releasePart(release, { now, say }) : html`<p>${say(DEVICES.nothingPublished)}</p>`}
<p>${say(DEVICES.publishing)}</p>`,
  }
}

function inOrder(devices: readonly ShownDevice[]): ShownDevice[] {
  const places = new Map(STATE_NAMES.map((state, at) => [state, at]))
  const place = ({ state }: ShownDevice) => places.get(state) ?? 0
  return devices.toSorted((one, other) => place(one) - place(other) || (one.name < other.name ? -1 : 1))
}

function choicesOf(devices: readonly ShownDevice[], say: Say): (readonly [string, string])[] {
  const counts = Map.groupBy(devices, ({ state }) => state)
  const present = STATE_NAMES.filter(state => counts.has(state))
  return [
    ['', say(DEVICES.all, { count: devices.length })],
    ...present.map(
      state =>
        [
          state,
          say(DEVICES.counted, { state: say(STATES[state]), count: counts.get(state)?.length ?? 0 }),
        ] as const,
    ),
  ]
}

function card({ name, state, since, report }: ShownDevice, say: Say): Html {
  return html`<article class="card"><h2><a href="${devicePath(name)}">${name}</a></h2>
${stateLine({ state, since }, say)}
<p><small>${say(DEVICES.seen, { at: Date.parse(report.at) })}</small></p></article>\n`
}

export function devicePath(name: string): `/console/devices/device?${string}` {
  return `/console/devices/device?${new URLSearchParams({ name })}`
}

export function stateLine({ state, since }: Pick<ShownDevice, 'state' | 'since'>, say: Say): Html {
  const kind = state === 'whole' ? 'good' : state === 'revoked' ? '' : 'bad'
  const act = actFor(state)
  return html`<p><span class="tag ${kind}">${say(STATES[state])}</span> ${say(DEVICES.since, { at: Date.parse(since) })}${act ? html`<br>${say(DEVICES.toDo, { act })}` : ''}</p>`
}

/** A size in MB, or in KB under 0.1 MB, so that a file with content never shows as 0.0 MB. */
function sizeText(bytes: number): string {
  return bytes < 100_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

function releasePart(
  { version, created, expires, files, bytes, root }: Release,
  { now, say }: { now: number; say: Say },
): Piece {
  const left = Date.parse(expires) - now
  const days = Math.max(0, Math.floor(left / DAY))
  return html`${left <= 0 ? box('bad', say(DEVICES.expired), say(DEVICES.expiredText)) : ''}${facts([
    [say(DEVICES.version), String(version)],
    [say(DEVICES.released), say(DEVICES.releasedAt, { at: Date.parse(created) })],
    [say(DEVICES.expires), say(DEVICES.expiresText, { at: Date.parse(expires), days })],
    [say(DEVICES.size), say(DEVICES.sizeText, { files, size: sizeText(bytes) })],
    [say(DEVICES.root), say(DEVICES.rootText, { version: root.version, at: Date.parse(root.expires) })],
  ])}<p><a class="button" href="/console/devices/release">${say(DEVICES.showFiles)}</a></p>`
}
