/**
 * The accounts that may write besides the user, by SID or by the short names of SDDL ([MS-DTYP] 2.5.1.1): the system,
 * administrators, the creator or owner of a file, and the installer of Windows. A Store app (AC, S-1-15) gets no more
 * rights than its user.
 */
const ALLOWED_WRITERS =
  /^(?:SY|BA|LA|CO|OW|AC|S-1-5-18|S-1-5-32-544|S-1-3-[04]|S-1-15-\d[\d-]*|S-1-5-80-956008885-3418522649-1831038044-1853292631-2271478464)$/

/** The rights to put a file into a folder, to remove one, or to change the rights. */
const WRITES = 0x2 | 0x4 | 0x40 | 0x10000 | 0x40000 | 0x80000 | 0x10000000 | 0x40000000

/** The names of rights in SDDL: full and generic access, and the single rights of a folder. */
const NAMED: Readonly<Record<string, number>> = {
  FA: WRITES,
  FW: 0x2 | 0x4,
  GA: 0x10000000,
  GW: 0x40000000,
  DC: 0x2,
  LC: 0x4,
  DT: 0x40,
  SD: 0x10000,
  WD: 0x40000,
  WO: 0x80000,
}

/** Matches an entry that allows something, with its rights and its account. Entries that deny or audit do not match. */
const ALLOWED = /\((?:A|XA);[^;)]*;([^;)]*);[^;)]*;[^;)]*;([^;)]+)/g

/**
 * Another user or group that can write into a file or a folder, as a SID or its short name. `saved` is the content of
 * the file of `icacls PATH /save FILE`; rights that files in a folder inherit count too. Without a list of rights
 * (`NO_ACCESS_CONTROL`, as on a disk without NTFS), everyone can write.
 */
export function otherWriter(saved: string, sid: string): string | undefined {
  if (/D:\S*NO_ACCESS_CONTROL/.test(saved)) return 'WD'
  for (const [, rights = '', who = ''] of saved.matchAll(ALLOWED))
    if (who !== sid && !ALLOWED_WRITERS.test(who) && (maskOf(rights) & WRITES) !== 0) return who
  return undefined
}

function maskOf(rights: string): number {
  if (/^0x/i.test(rights)) return Number(rights)
  return (rights.match(/../g) ?? []).reduce((mask, name) => mask | (NAMED[name] ?? 0), 0)
}
