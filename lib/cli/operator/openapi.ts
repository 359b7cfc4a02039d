/** `kura openapi`: the OpenAPI document of the HTTP API. */
import type { Command } from '@commander-js/extra-typings'
import { kuraDocument } from '../../app/contracts/openapi.ts'
import type { CliContext } from '../context.ts'

export function registerOpenApi(program: Command, context: CliContext): void {
  program
    .command('openapi')
    .description('print the OpenAPI 3.1 document of the HTTP API')
    .option('--json', 'print an error as JSON too; the document always is')
    .action(async () => context.output({ json: true }).result(await kuraDocument()))
}
