/** A device in a company's network: a scanner opens TLS, and the only way out may be a proxy. */
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
/** Sets the host's address in the device's credentials to `url`. */
export async function call(device: TestDevice, url: string, more: object = {}): Promise<void> {
  const file = join(device.dir, 'credentials.json')
  const credentials = JSON.parse(await readFile(file, 'utf8'))
  await writeFile(file, JSON.stringify({ ...credentials, url, ...more }))
}

/**
 * A device behind a scanner that opens its connection to the host; with `throughProxy`, only a proxy leads to the host.
 */
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
