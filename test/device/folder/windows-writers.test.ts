import { expect, test } from 'vitest'
import { otherWriter } from '../../../lib/device/folder/windows-writers.ts'

const ME = 'S-1-5-21-1-2-3-1001'
const OWN = `(A;OICIID;FA;;;SY)(A;OICIID;FA;;;BA)(A;OICIID;FA;;;${ME})`

const INSTALLER = 'S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464'

test.each([
  { name: "a folder in the user's own", rights: OWN },
  { name: 'one that users can read', rights: `${OWN}(A;OICIID;0x1200a9;;;BU)(A;;GRGX;;;WD)` },
  { name: 'one with rights of whoever creates a file', rights: `${OWN}(A;OICIIOID;GA;;;CO)` },
  { name: 'one that forbids everyone to write', rights: `(D;OICI;FW;;;WD)${OWN}` },
  { name: 'one below C:\\', rights: `${OWN}(A;OICIID;0x1301bf;;;AU)`, want: 'AU' },
  { name: 'one of everyone', rights: '(A;OICI;FA;;;WD)', want: 'WD' },
  { name: 'one that users can add files to', rights: `${OWN}(A;CIID;DC;;;BU)`, want: 'BU' },
  { name: 'one that users can add folders to', rights: `${OWN}(A;CIID;LC;;;BU)`, want: 'BU' },
  { name: 'one whose files others can change', rights: `${OWN}(A;OICIIO;SDGXGWGR;;;AU)`, want: 'AU' },
  { name: 'one of a group by its SID', rights: '(A;;FA;;;S-1-5-32-545)', want: 'S-1-5-32-545' },
  { name: 'one of the installer of Windows', rights: `(A;;FA;;;${INSTALLER})(A;;FA;;;S-1-5-18)` },
  { name: 'one that apps of the user may use', rights: `${OWN}(A;;FA;;;S-1-15-3-65536-1)(A;;FA;;;AC)` },
  {
    name: 'one of a group of the company',
    rights: `${OWN}(A;OICIID;0x1301bf;;;S-1-5-21-1-2-3-1604)`,
    want: 'S-1-5-21-1-2-3-1604',
  },
  { name: 'one of a user whose SID begins with the own', rights: `(A;;FA;;;${ME}0)`, want: `${ME}0` },
  { name: 'one of other services', rights: '(A;;FA;;;S-1-5-80-1-2-3-4-5)', want: 'S-1-5-80-1-2-3-4-5' },
  { name: 'one of local services', rights: '(A;;FA;;;LS)', want: 'LS' },
  {
    name: 'one of all users of the domain',
    rights: '(A;;0x1301bf;;;S-1-5-21-9-8-7-513)',
    want: 'S-1-5-21-9-8-7-513',
  },
  { name: 'one whose rights others may change', rights: '(A;;WD;;;BU)', want: 'BU' },
])('$name', ({ rights, want }) => {
  expect(otherWriter(`kura\r\nD:PAI${rights}\r\n`, ME)).toBe(want)
})

test('on a disk without rights everyone can write', () => {
  expect(otherWriter('kura\r\nD:NO_ACCESS_CONTROL\r\n', ME)).toBe('WD')
})
