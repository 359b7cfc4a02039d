import { expect, test } from 'vitest'
import { isTrustedGroup, otherWriter, type Place } from '../../../lib/device/folder/posix-writers.ts'
import { otherWriter as otherWriterOf } from '../../../lib/device/folder/windows-writers.ts'

const ME = 1000
const SELF = { uid: ME, isTrusted: (gid: number) => gid === 0 || gid === ME }
const at = (path: string, mode: number, uid = ME, gid = ME): Place => ({ path, mode, uid, gid })
const ABOVE = [at('/home/me', 0o755), at('/home', 0o755, 0, 0), at('/', 0o755, 0, 0)]

const CASES = [
  { name: 'a folder in the home folder', own: [at('/home/me/kura', 0o755)], above: ABOVE },
  { name: "a folder of the user's own group", own: [at('/home/me/kura', 0o775)], above: ABOVE },
  {
    name: 'a folder below a sticky one',
    own: [at('/tmp/kura', 0o700)],
    above: [at('/tmp', 0o1777, 0, 0), at('/', 0o777, 0, 0)],
  },
  {
    name: 'a folder that everyone can write into',
    own: [at('/home/me/kura', 0o777)],
    above: ABOVE,
    want: { path: '/home/me/kura', who: 'everyone', id: 0 },
  },
  {
    name: 'a sticky folder that everyone can write into',
    own: [at('/tmp', 0o1777, 0, 0)],
    above: [at('/', 0o755, 0, 0)],
    want: { path: '/tmp', who: 'everyone', id: 0 },
  },
  {
    name: 'a folder that a group can write into',
    own: [at('/srv/kura', 0o775, ME, 50)],
    above: [],
    want: { path: '/srv/kura', who: 'group', id: 50 },
  },
  {
    name: 'a program that everyone can write',
    own: [at('/home/me/kura', 0o755), at('/home/me/kura/kura-device.mjs', 0o666)],
    above: ABOVE,
    want: { path: '/home/me/kura/kura-device.mjs', who: 'everyone', id: 0 },
  },
  {
    name: "another user's folder",
    own: [at('/home/you/kura', 0o755, 1001)],
    above: [],
    want: { path: '/home/you/kura', who: 'owner', id: 1001 },
  },
  {
    name: 'a folder in one that everyone can write into',
    own: [at('/data/kura', 0o755)],
    above: [at('/data', 0o777, 0, 0), at('/', 0o755, 0, 0)],
    want: { path: '/data', who: 'everyone', id: 0 },
  },
  {
    name: "a folder below another user's sticky one, who can exchange it",
    own: [at('/home/you/shared/kura', 0o755)],
    above: [at('/home/you/shared', 0o1777, 1001)],
    want: { path: '/home/you/shared', who: 'owner', id: 1001 },
  },
]

test.each(CASES)('$name', ({ own, above, want }) => {
  expect(otherWriter({ own, above }, SELF)).toEqual(want)
})

const GROUPS = 'root:x:0:\nmei:x:1000:\nteam:x:50:mei,ken\nken:x:1001:mei\n'

test.each([
  { gid: 1000, name: 'mei', want: true },
  { gid: 0, name: 'mei', want: true },
  { gid: 50, name: 'mei', want: false },
  { gid: 1001, name: 'ken', want: false },
  { gid: 7, name: '', want: false },
  { gid: 80, name: 'mei', want: false },
  { gid: 80, name: 'mei', platform: 'darwin' as const, want: true },
])(
  'the group $gid is trusted by $name: $want',
  ({ gid, name, platform = 'linux' as NodeJS.Platform, want }) => {
    expect(isTrustedGroup(gid, { groups: GROUPS, name, platform })).toBe(want)
  },
)

const SID = 'S-1-5-21-1-2-3-1001'
const OWN = `(A;OICIID;FA;;;SY)(A;OICIID;FA;;;BA)(A;OICIID;FA;;;${SID})`

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
  { name: 'one of a user whose SID begins with the own', rights: `(A;;FA;;;${SID}0)`, want: `${SID}0` },
  { name: 'one of other services', rights: '(A;;FA;;;S-1-5-80-1-2-3-4-5)', want: 'S-1-5-80-1-2-3-4-5' },
  { name: 'one of local services', rights: '(A;;FA;;;LS)', want: 'LS' },
  {
    name: 'one of all users of the domain',
    rights: '(A;;0x1301bf;;;S-1-5-21-9-8-7-513)',
    want: 'S-1-5-21-9-8-7-513',
  },
  { name: 'one whose rights others may change', rights: '(A;;WD;;;BU)', want: 'BU' },
])('$name', ({ rights, want }) => {
  expect(otherWriterOf(`kura\r\nD:PAI${rights}\r\n`, SID)).toBe(want)
})

test('on a disk without rights everyone can write', () => {
  expect(otherWriterOf('kura\r\nD:NO_ACCESS_CONTROL\r\n', SID)).toBe('WD')
})
