import { expect, test } from 'vitest'
import { readContact } from '../../../lib/cli/registrar/call.ts'
import { temporaryDirectory } from '../../helpers/temporary-directory.ts'

const CONTACT = { firstName: 'Hanako', city: '千代田区' }

test.each([
  { name: 'plain', before: '' },
  { name: 'with the byte order mark of an editor', before: '\uFEFF' },
])('readContact() reads a JSON object, $name', async ({ before }) => {
  const cwd = await temporaryDirectory({ 'contact.json': before + JSON.stringify(CONTACT) })
  expect(await readContact({ cwd }, { contact: 'contact.json' })).toEqual(CONTACT)
})

test('readContact() gives nothing where no file is named', async () => {
  expect(await readContact({ cwd: '.' }, {})).toBeUndefined()
})
