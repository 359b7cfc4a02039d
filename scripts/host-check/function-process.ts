/**
 * Runs one built function in its own process, as the host does: with its files and its settings, without the project.
 */
import { pathToFileURL } from 'node:url'
import { listen } from '../../lib/core/http/listen.ts'

const [handler = ''] = process.argv.slice(2)
const loaded: { default: { fetch(request: Request): Promise<Response> } } = await import(
  pathToFileURL(handler).href
)
const { port } = await listen(request => loaded.default.fetch(request))
process.once('disconnect', () => process.exit(0))
process.send?.({ port })
