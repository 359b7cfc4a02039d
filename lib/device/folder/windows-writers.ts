/** Decides by the rights of a folder on Windows who else can put a file into it. Pure. */

/**
 * Groups that other people are in, as SDDL names them ([MS-DTYP] 2.5.1.1) or by SID: everyone, users, signed-in users,
 * guests, anonymous, whoever is at the machine or comes by the network, and all users of a domain.
 */
const OTHERS = /^(?:WD|BU|AU|BG|AN|IU|NU|DU|DG|S-1-1-0|S-1-5-(?:2|4|7|11|32-54[56])|S-1-5-21-[\d-]+-51[34])$/

/** Rights that let someone put a file into a folder, remove one there, or change the rights. */
const WRITES = 0x2 | 0x4 | 0x40 | 0x10000 | 0x40000 | 0x80000 | 0x10000000 | 0x40000000

/** The rights that SDDL names by two letters: full and generic access, and the single rights of a folder. */
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

/** An entry that allows something: its rights and who has them; entries that forbid, and those of audits, are others. */
const ALLOWED = /\((?:A|XA);[^;)]*;([^;)]*);[^;)]*;[^;)]*;([^;)]+)/g

/**
 * Returns who else can write into a folder, as a SID or its short name; undefined if only the user, administrators and
 * the system can. `saved` is what `icacls FOLDER /save FILE` writes: the folder's name, and its rights as SDDL. Rights
 * that files in the folder inherit count too. Without a list of rights (`NO_ACCESS_CONTROL`, as on a disk without NTFS)
 * everyone can.
 */
export function otherWriter(saved: string): string | undefined {
  if (/D:\S*NO_ACCESS_CONTROL/.test(saved)) return 'WD'
  for (const [, rights = '', who = ''] of saved.matchAll(ALLOWED))
    if (OTHERS.test(who) && (maskOf(rights) & WRITES) !== 0) return who
  return undefined
}

function maskOf(rights: string): number {
  if (/^0x/i.test(rights)) return Number(rights)
  return (rights.match(/../g) ?? []).reduce((mask, name) => mask | (NAMED[name] ?? 0), 0)
}
