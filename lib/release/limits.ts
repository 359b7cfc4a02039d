/** The numbers of the wire protocol, apart from the schemas so that a function can use them without loading zod. */

/** The version of the wire protocol and of the documents. */
export const WIRE_VERSION = 1

/** No answer is larger than this many bytes; the host's own limit is 4.5 MB. */
export const BODY_BUDGET = 3_500_000

/**
 * A file larger than this many bytes is sent in parts of this size. So is a smaller one if its JSON form would be larger
 * than a body; its only part is then the whole file.
 */
export const PART_SIZE = 3_000_000
