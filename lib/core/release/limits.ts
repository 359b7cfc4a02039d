/** The numbers of the wire protocol, apart from the schemas so that a function can use them without loading zod. */

/** The version of the documents, and of the first wire protocol, whose answers have an entry for each file. */
export const WIRE_VERSION = 1

/** The version of the wire protocol whose answers are differences (`update/body.ts`). */
export const UPDATE_VERSION = 2

/** No body is larger than this many bytes as it is sent; the host's own limit is 4.5 MB. */
export const BODY_BUDGET = 3_500_000

/**
 * No body is larger than this many bytes once it is decompressed. In version 1 the limit of the compressed size applies
 * to both.
 */
export const DECODED_LIMIT = 48_000_000

/**
 * A file larger than this many bytes is sent in parts of this size. A smaller file whose JSON form would be larger than
 * a body is sent as a single part.
 */
export const PART_SIZE = 3_000_000

/** The head of an answer of version 2 is not longer than this many bytes: enough for half a million files. */
export const HEAD_LIMIT = 6_000_000

/** Deltas are made for files that are larger than this many bytes. */
export const DELTA_FROM = 65_536

/** The most files that a list of an answer may name. */
export const MOST_FILES = 500_000

/** The most roots that one answer may have: a device that has the first gets all others. */
export const MOST_ROOTS = 1000

/** The most signatures of one document. */
export const MOST_SIGNATURES = 100

/** A copy of a delta has at least this many bytes. */
export const LEAST_COPY = 32

/** A delta has at most this many copies, so in a large file its copies are longer. */
export const MOST_COPIES = 200_000

/** The most contents that one request may name. */
export const MOST_NAMED = 20_000
