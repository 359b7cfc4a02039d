import fc from 'fast-check'
import { expect, test } from 'vitest'
import { answerText } from '../../../../lib/cli/commands/mcp/server.ts'
import type { Apis } from '../../../../lib/cli/commands/mcp/tool.ts'
import { TOOLS } from '../../../../lib/cli/commands/mcp/tools.ts'
import { type ContractRequest, createClient } from '../../../../lib/core/http/client.ts'
import { AGENT_SCOPES } from '../../../../lib/core/signatures/keys.ts'
import { accountingContract } from '../../../../lib/services/accounting/contract.ts'
import { adminContract } from '../../../../lib/services/admin/contract.ts'
import { registrarContract } from '../../../../lib/services/registrar/contract.ts'
import { runs } from '../../../helpers/run/sampled.ts'

/** Creates clients that send nothing and record their requests. */
function listening(): { readonly apis: Apis; readonly requests: ContractRequest[] } {
  const requests: ContractRequest[] = []
  const send = async (request: ContractRequest): Promise<never> => {
    requests.push(request)
    throw new Error('not sent')
  }
  const apis = {
    accounting: createClient(accountingContract, send),
    registrar: createClient(registrarContract, send),
    admin: createClient(adminContract, send),
  }
  return { apis, requests }
}

/** A tool uses its endpoint in one of three ways: it only reads, does a dry run, or proposes. */
test.each(TOOLS)('$name reads, or proposes with the scope of an agent', ({ endpoint, mode }) => {
  const scope = mode === 'propose' ? endpoint.proposeScope : endpoint.scope
  expect(AGENT_SCOPES).toContain(scope)
  if (mode === undefined) expect(endpoint.changes).not.toBe('always')
  expect(endpoint.approval).toBeUndefined()
})

test('no arguments make a tool write, or call another endpoint', async () => {
  const odd = fc.oneof(
    fc.anything(),
    fc.constantFrom('write', 'PROPOSE', ['write', 'propose'], '../../release', 'a/b', '%2e%2e', {
      mode: 'write',
    }),
  )
  const names = fc.oneof(
    fc.constantFrom(
      'mode',
      'query',
      'params',
      'body',
      'id',
      'case',
      'company_id',
      'domain',
      '__proto__',
      'reason',
    ),
    fc.string(),
  )
  const given = fc.dictionary(names, odd, { maxKeys: 6 })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...TOOLS), given, async (tool, input) => {
      const { apis, requests } = listening()
      await tool.call(input, apis).catch(() => undefined)
      const pattern = new RegExp(`^${tool.endpoint.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
      for (const { method, path, query } of requests) {
        expect(method).toBe(tool.endpoint.method)
        expect(path).toMatch(pattern)
        expect(query?.['mode']).toBe(tool.mode)
      }
    }),
    { numRuns: runs(1000) },
  )
})

test('what a text from outside hides is visible for an agent, in answers and in errors', () => {
  const hidden = { name: 'a\u202eb\u2066c', lines: ['x\u{e0049}\u{e007f}y', '👩\u200d💻\n髙'] }
  expect(JSON.parse(answerText(hidden))).toEqual({
    name: 'a<U+202E>b<U+2066>c',
    lines: ['x<U+E0049><U+E007F>y', '👩\u200d💻\n髙'],
  })
})
