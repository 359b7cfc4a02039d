/**
 * The limits and versions of the wire protocol. They are apart from the schemas, so that a function can use them
 * without loading zod.
 */

/** The version of the documents, and of the first wire protocol, whose answers have an entry for each file. */
export const WIRE_VERSION = 1

/** The version of the wire protocol whose answers are differences (`update/body.ts`). */
export const UPDATE_VERSION = 2

/** The largest body in bytes, as it is sent; the host's own limit is 4.5 MB. */
export const BODY_BUDGET = 3_500_000

/** The largest body in bytes after it has been decompressed. In version 1, `BODY_BUDGET` limits it too. */
export const DECODED_LIMIT = 48_000_000

/**
 * A file larger than this many bytes is sent in parts of this size. A smaller file is sent as a single part if its JSON
 * form would be too large for a body.
 */
export const PART_SIZE = 3_000_000

/** The longest head of an answer of version 2, in bytes: enough for half a million files. */
export const HEAD_LIMIT = 6_000_000

/** Deltas are made for files that are larger than this many bytes. */
export const DELTA_FROM = 65_536

/** The maximum number of files that a list in an answer may name. */
export const MOST_FILES = 500_000

/**
 * The maximum number of roots in one answer, and so in a chain: a device that has only the first root gets all others
 * in one answer.
 */
export const MOST_ROOTS = 1000

/** The maximum number of signatures of one document. */
export const MOST_SIGNATURES = 100

/** The minimum length in bytes of a copy operation in a delta. */
export const LEAST_COPY = 32

/** The maximum number of copy operations in a delta. In a large file the copies are therefore longer. */
export const MOST_COPIES = 200_000

/** The maximum number of contents that one request may name. */
export const MOST_NAMED = 20_000
