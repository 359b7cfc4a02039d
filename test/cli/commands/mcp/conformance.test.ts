/**
 * Runs the protocol's own conformance suite against the server of `kura mcp`. The suite tests servers over HTTP, so a
 * test-only HTTP server serves the same tools. Only the scenarios for every server are run; the others call tools,
 * prompts and resources of the suite's own example (`test_simple_text`, …), which kura does not have.
 */
import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { expect, onTestFinished, test } from 'vitest'
import { serversOf } from '../../../../lib/cli/commands/mcp/server.ts'
import { listen } from '../../../../sandbox/listen.ts'
import { PROJECT } from '../../../docs/pages.ts'
import { drawn } from '../../../helpers/run/sampled.ts'
import { temporaryDirectory } from '../../../helpers/temporary-directory.ts'
import { serveBooks } from '../accounting/books.ts'
import { agentOf } from './agent.ts'

const NODE = process.execPath
const SUITE = join(PROJECT, 'node_modules/@modelcontextprotocol/conformance/dist/index.js')

const SCENARIOS = {
  '2025-11-25': ['server-initialize', 'ping', 'tools-list', 'prompts-list'],
  '2026-07-28': [
    'server-stateless',
    'tools-list',
    'prompts-list',
    'caching',
    'http-header-validation',
    'server-sse-multiple-streams',
    'sep-2164-resource-not-found',
    'input-required-result-unsupported-methods',
    'input-required-result-ignore-extra-params',
  ],
} as const

/** Matches the suite's results for checks that need its own example, or resources. */
const OF_EXAMPLE = /^Not testable: |^resources\/\S+ returned JSON-RPC error -32601: Method not found$/

interface Check {
  readonly id: string
  readonly status: 'SUCCESS' | 'FAILURE' | string
  readonly errorMessage?: string
}

async function serveTools(): Promise<string> {
  const { apis } = agentOf(await serveBooks())
  const { fetch } = createMcpHandler(await serversOf(apis))
  const server = await listen(request => fetch(request))
  onTestFinished(() => server.close())
  return `${server.url}/mcp`
}

/** Runs the scenarios of a revision, and returns the checks of each. */
async function checksOf(url: string, revision: string): Promise<ReadonlyMap<string, readonly Check[]>> {
  const out = await temporaryDirectory()
  const words = [SUITE, 'server', '--url', url, '--requirements', revision, '-o', out]
  // the suite's exit status also counts the scenarios of its own example
  await new Promise<void>(resolve => execFile(NODE, words, () => resolve()))
  const results = (await readdir(out)).map(async name => {
    const checks = JSON.parse(await readFile(join(out, name, 'checks.json'), 'utf8')) as Check[]
    return [/^server-(.+?)-\d{4}-\d\d-\d\dT/.exec(name)?.[1] ?? name, checks] as const
  })
  return new Map(await Promise.all(results))
}

test.each(drawn(Object.entries(SCENARIOS), 1))(
  'revision %s',
  { timeout: 60_000 },
  async (revision, scenarios) => {
    const checks = await checksOf(await serveTools(), revision)
    for (const scenario of scenarios) {
      const made = checks.get(scenario) ?? []
      const failed = made.filter(
        ({ status, errorMessage = '' }) => status === 'FAILURE' && !OF_EXAMPLE.test(errorMessage),
      )
      expect({ scenario, failed }).toEqual({ scenario, failed: [] })
      expect(made.some(({ status }) => status === 'SUCCESS')).toBe(true)
    }
  },
)
