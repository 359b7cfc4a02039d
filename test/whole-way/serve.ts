/**
 * Serves the functions of the checkout in the current folder on a free port, and sends the port to the parent process.
 */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const { startHost } = (await import(
  pathToFileURL(join(process.cwd(), 'sandbox/host/host.ts')).href
)) as typeof import('../../sandbox/host/host.ts')
const { port } = await startHost({ root: process.cwd(), port: 0 })
process.send?.(port)
