import { expect, test } from 'vitest'
import { registerSettle } from '../../../lib/cli/settle/settle.ts'
import { lostAnswer } from '../../../sandbox/faults.ts'
import { runCommand } from '../../helpers/run-command.ts'
import { createImportWorld, writeReceipts } from '../accounting/import/world.ts'

test('kura settle names the files if the file box has the content several times', async () => {
  const world = await createImportWorld()
  world.service.sandbox.faults.arm('POST /api/1/receipts', lostAnswer())
  await world.kura([await writeReceipts(world.cwd, { count: 1 }), '--write'])
  const [file] = world.receipts()
  if (!file) throw new Error('there is no file')
  const { receipts } = world.company
  // the sandbox has a time of its own, and files are looked for by their day
  const today = { ...file, created_at: new Date().toISOString() }
  for (const id of [file.id, file.id + 1]) receipts.set(id, { ...today, id })
  const shown = (words: string[]) =>
    runCommand(registerSettle, ['settle', ...words, '--kind', 'file', '--key', world.key], {
      now: Date.now(),
      cwd: world.cwd,
    })
  const [listed] = JSON.parse((await shown(['--list', '--json'])).out).items
  const { out } = await shown([listed.case, '--look'])
  expect(out).toMatch(/ is unknown\nreceipts \d+, \d+ have its content: delete all but one at the service/)
  receipts.delete(file.id + 1)
  expect((await shown([listed.case, '--look'])).out).toContain(`is done, as receipt ${file.id}`)
})
