/** `npm run openapi`: prints the OpenAPI 3.1 document of the HTTP API, which docs/openapi.json holds. */
import { kuraDocument } from './kura.ts'

process.stdout.write(`${JSON.stringify(await kuraDocument(), null, 2)}\n`)
