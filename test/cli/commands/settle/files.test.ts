import { expect, test } from 'vitest'
import { registerSettle } from '../../../../lib/cli/commands/settle/settle.ts'
import { lostRequest } from '../../../../sandbox/faults.ts'
import { runCommand } from '../../../helpers/run-command.ts'
import { createImportWorld, writeReceipts } from '../accounting/imports/world.ts'

test('kura settle names the files if the file box has the content several times', async () => {
  const world = await createImportWorld()
  world.service.sandbox.faults.arm('POST /api/1/receipts', lostRequest())
  await world.kura([await writeReceipts(world.cwd, { count: 1 }), '--write'])
  const { receipts } = world.company
  const shown = (words: string[]) =>
    runCommand(registerSettle, ['settle', ...words, '--kind', 'file', '--key', world.key], {
      now: world.service.clock.now,
      cwd: world.cwd,
    })
  const [listed] = JSON.parse((await shown(['--list', '--json'])).out).items
  const description = `kura sha256:${listed.case.split('-')[1]}`
  for (const id of [7, 8])
    receipts.set(id, {
      id,
      status: 'confirmed',
      description,
      created_at: '2026-06-15T12:00:00+09:00',
      mime_type: 'application/pdf',
      origin: 'public_api',
      user: world.service.sandbox.state.user,
      file: { name: 'a.pdf', size: 1, sha256: '' },
      receipt_metadatum: { partner_name: null, issue_date: null, amount: null },
      document_type: null,
      qualified_invoice: null,
    })
  const { out } = await shown([listed.case, '--look'])
  expect(out).toMatch(/ is unknown\nreceipts \d+, \d+ have its content: delete all but one at the service/)
  receipts.delete(8)
  expect((await shown([listed.case, '--look'])).out).toContain('is done, as receipt 7')
})
