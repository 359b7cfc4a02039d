/** A scanner opens the device's connection, or the network itself answers in place of the host. */
import { rootCertificates } from 'node:tls'
import { expect, test, vi } from 'vitest'
import { textOf } from '../../../lib/core/language/text.ts'
import type { NetworkDeps } from '../../../lib/device/network/transport.ts'
import { createDevice } from '../../helpers/device/device.ts'
import { HOST_NOW } from '../../helpers/device/publisher.ts'
import { call, inOffice, officeDevice, SCANNER, trusting } from './office.ts'

const DAY = 86_400_000
const LATER = HOST_NOW + 31 * DAY

test('behind a scanner the system’s certificates are tried once, and the next run begins with them', async () => {
  const device = await officeDevice()
  expect(await device.sync(inOffice({}))).toMatchObject({ installed: 1 })
  expect(device.scanner.connections).toBe(2)
  expect(await device.kept()).toEqual({ systemSince: HOST_NOW })
  await device.sync(inOffice({}))
  expect(device.scanner.connections).toBe(3)
})

test('without a scanner the system’s certificates are not read', async () => {
  const device = await createDevice()
  const systemCertificates = vi.fn(trusting)
  await device.sync({ network: { systemCertificates } })
  expect(systemCertificates).not.toHaveBeenCalled()
})

test('after 30 days Node’s own certificates are tried again; if they do, nothing is kept', async () => {
  const device = await officeDevice()
  await device.sync(inOffice({}))
  await device.sync(inOffice({}, { now: () => LATER }))
  expect(device.scanner.connections).toBe(4)
  expect(await device.kept()).toEqual({ systemSince: LATER })
  await call(device, device.host.url)
  await device.sync(inOffice({}, { now: () => LATER + 31 * DAY }))
  expect(await device.kept()).toBeUndefined()
})

interface Failing {
  readonly name: string
  readonly certificate?: { key: string; cert: string }
  readonly network?: NetworkDeps
  readonly hint: string
  readonly connections: number
}

const SHOWN: readonly Failing[] = [
  {
    name: 'an issuer that the system does not trust either',
    network: { systemCertificates: () => [...rootCertificates] },
    hint: 'does not trust its certificate',
    connections: 2,
  },
  {
    name: 'an issuer, on a Node that cannot read the system’s',
    network: { systemCertificates: () => undefined },
    hint: 'Node 22.15',
    connections: 2,
  },
  {
    name: 'another host',
    certificate: SCANNER.issue({ names: ['portal.example'] }),
    hint: 'another server answers in place of',
    connections: 2,
  },
  {
    name: 'a time to come',
    certificate: SCANNER.issue({ names: ['localhost'], from: Date.now() + DAY, until: Date.now() + 2 * DAY }),
    hint: 'the clock of this computer says 2026-',
    connections: 1,
  },
  {
    name: 'a time that is over',
    certificate: SCANNER.issue({ names: ['localhost'], from: Date.now() - 2 * DAY, until: Date.now() - DAY }),
    hint: 'the clock of this computer says 2026-',
    connections: 1,
  },
]
test.each(SHOWN)('a certificate of $name has its own hint, and is not tried again', async row => {
  const device = await officeDevice(row.certificate && { certificate: row.certificate })
  const error = await device.failure(inOffice(row.network ?? {}))
  expect(error).toMatchObject({ code: 'remote_unreachable', hint: expect.stringContaining(row.hint) })
  expect(error.message).not.toContain('--use-system-ca')
  expect(device.scanner.connections).toBe(row.connections)
  expect(await device.kept()).toBeUndefined()
})

test('a hint is in the company’s language too', async () => {
  const device = await officeDevice()
  const { hintPhrase } = await device.failure(inOffice({ systemCertificates: () => [] }))
  expect(textOf(hintPhrase ?? '', { language: 'ja', timezone: 'Asia/Tokyo' })).toContain('ウイルス対策ソフト')
})

test('a scanner that is trusted cannot change what is installed', async () => {
  const device = await officeDevice()
  device.publish(2, { 'a.md': 'what the publisher signed' })
  let changed = 0
  device.host.bend = reply => {
    const text = reply.body.toString('latin1')
    if (text.includes('publisher signed')) changed++
    return { ...reply, body: Buffer.from(text.replace('publisher signed', 'scanner has made'), 'latin1') }
  }
  await device.failure(inOffice({}))
  expect(changed).toBeGreaterThan(0)
  expect(await device.files()).toEqual({})
})

const PAGE = Buffer.from('<html>Sign in to the network</html>')

test.each([200, 403, 511])('a page of the network with the status %i has its own hint', async status => {
  const device = await createDevice()
  device.host.bend = () => ({ status, body: PAGE, headers: { 'content-type': 'text/html' } })
  expect(await device.failure()).toMatchObject({
    code: 'remote_answer',
    message: expect.stringContaining(`it is a web page (${status})`),
    hint: expect.stringContaining('sign in to the network with a browser'),
  })
})

test.each([
  { location: 'http://portal.example/login', hint: 'if the network has a sign-in page' },
  { location: '/login', hint: 'a signed request does not follow redirects' },
])('a redirect to $location is not followed: $hint', async ({ location, hint }) => {
  const device = await createDevice()
  device.host.bend = () => ({ status: 302, body: Buffer.alloc(0), headers: { location } })
  expect((await device.failure()).hint).toMatch(new RegExp(`^${hint}`))
})
