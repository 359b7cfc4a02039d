/** The limits of the wire protocol. They are apart from the schemas, so that a function can use them without zod. */

/** The version of the documents, and of the first wire protocol, whose answers have an entry for each file. */
export const WIRE_VERSION = 1

/** The version of the wire protocol whose answers are differences (`update/body.ts`). */
export const UPDATE_VERSION = 2

/** The largest body in bytes, as it is sent. The host's own limit is 4.5 MB. */
export const BODY_BUDGET = 3_500_000

/** The largest body in bytes after decompression. In version 1, `BODY_BUDGET` limits it too. */
export const DECODED_LIMIT = 48_000_000

/** The largest part in bytes. A smaller file is a single part if its JSON form is too large for a body. */
export const PART_SIZE = 3_000_000

/** The longest head of an answer of version 2, in bytes, which is enough for half a million files. */
export const HEAD_LIMIT = 6_000_000

/** The size in bytes above which files get deltas. */
export const DELTA_FROM = 65_536

/** The most files that a list in an answer may name. */
export const MOST_FILES = 500_000

/** The most roots in a chain, because a device that has only the first root gets all others in one answer. */
export const MOST_ROOTS = 1000

export const MOST_SIGNATURES = 100

export const LEAST_COPY = 32

/** The most copies in a delta. The shortest copy is therefore longer in a large file. */
export const MOST_COPIES = 200_000

export const MOST_NAMED = 20_000
