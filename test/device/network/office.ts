/** A device in the network of a company: a scanner opens TLS, and a proxy may be the only way out. */
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'
import type { NetworkDeps } from '../../../lib/device/network/transport.ts'
import type { SyncDeps } from '../../../lib/device/sync/sync.ts'
import { createDevice, type TestDevice } from '../../helpers/device/device.ts'
import { createTestAuthority } from '../../helpers/http/certificates.ts'
import { HOST_NAME, startScanner } from '../../helpers/http/company-network.ts'

export const SCANNER = createTestAuthority("kura's test scanner")
const CERTIFICATE = SCANNER.issue({ names: [HOST_NAME, 'localhost'] })
export const trusting = () => [...rootCertificates, SCANNER.certificate]
/** Points the device's credentials at `url`. */
export async function call(device: TestDevice, url: string, more: object = {}): Promise<void> {
  const file = join(device.dir, 'credentials.json')
  const credentials = JSON.parse(await readFile(file, 'utf8'))
  await writeFile(file, JSON.stringify({ ...credentials, url, ...more }))
}

/** A device whose connection to the host is opened by a scanner; `throughProxy` if only a proxy leads to it. */
export async function officeDevice({ certificate = CERTIFICATE, throughProxy = false } = {}) {
  const device = await createDevice()
  const scanner = await startScanner(Number(new URL(device.host.url).port), certificate)
  await call(device, throughProxy ? `https://${HOST_NAME}` : `https://localhost:${scanner.port}`)
  const memory = join(device.dir, '.kura/network.json')
  return {
    ...device,
    scanner,
    memory,
    kept: async () => (existsSync(memory) ? JSON.parse(await readFile(memory, 'utf8')) : undefined),
  }
}

export const inOffice = (network: NetworkDeps, more: SyncDeps = {}): SyncDeps => ({
  network: { systemCertificates: trusting, ...network },
  ...more,
})
