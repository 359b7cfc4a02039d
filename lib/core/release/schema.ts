/**
 * Schemas of a release and of the wire format, which publisher, host and device share. The publisher signs roots and
 * releases, and the host only hands them out. The device pins a root, and trusts nothing before it has checked the
 * signatures.
 */
import * as z from 'zod/mini'
import { LANGUAGES } from '../language/language.ts'
import { MOST_FILES, MOST_ROOTS, MOST_SIGNATURES, UPDATE_VERSION, WIRE_VERSION } from './limits.ts'

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const count = z.int().check(z.minimum(0))
const version = z.int().check(z.minimum(1))
const datetime = z.iso.datetime()

/** The schema of a list in an answer. `readBounded` reads no more than `most` of its elements. */
function list<Element extends z.ZodMiniType>(element: Element, most: number): z.ZodMiniArray<Element> {
  return z.array(element).check(z.maxLength(most))
}

export const envelopeSchema = z
  .object({
    signed: z.string(),
    signatures: list(z.object({ keyid: sha256, signature: z.string() }), MOST_SIGNATURES),
  })
  .check(
    z.meta({
      id: 'Envelope',
      description: 'A signed document: the exact text that was signed, and who signed it',
    }),
  )
export type Envelope = z.infer<typeof envelopeSchema>

/**
 * The root document: the Ed25519 keys that may sign (key id -> raw public key, base64url), and how many of them must
 * sign.
 */
export const rootSchema = z.object({
  v: z.literal(WIRE_VERSION),
  version,
  keys: z.record(sha256, z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))),
  threshold: z.int().check(z.minimum(1)),
  expires: datetime,
  /** Set in a root for development; a production deployment refuses such a root. */
  development: z.optional(z.literal(true)),
})
export type Root = z.infer<typeof rootSchema>

/** A file of a release. `program` marks the device program itself. */
const releaseFileSchema = z.object({
  path: z.string(),
  size: count,
  sha256,
  title: z.optional(z.string()),
  program: z.optional(z.literal(true)),
})
export type ReleaseFile = z.infer<typeof releaseFileSchema>

/** The manifest: all files of one release, and the index file that lists them. */
export const manifestSchema = z.object({
  v: z.literal(WIRE_VERSION),
  version,
  created: datetime,
  expires: datetime,
  index: z.object({ path: z.string(), heading: z.string() }),
  files: z.array(releaseFileSchema),
})
export type Manifest = z.infer<typeof manifestSchema>

/** A file's content in JSON: either UTF-8 text or base64. */
const content = { text: z.optional(z.string()), base64: z.optional(z.string()) }

/** An entry of an answer: exactly one of text, base64, same, page, parts says where the content is. */
const entrySchema = z.object({
  path: z.string(),
  sha256,
  ...content,
  same: z.optional(z.literal(true)),
  page: z.optional(count),
  parts: z.optional(version),
})
export type Entry = z.infer<typeof entrySchema>

/**
 * The reply to GET or POST /api/distribution in version 1. `files` has one entry for every file of the release: its
 * length is the expected count.
 */
export const answerSchema = z.object({
  v: z.literal(WIRE_VERSION),
  release: envelopeSchema,
  roots: list(envelopeSchema, MOST_ROOTS),
  files: list(entrySchema, MOST_FILES),
  pages: count,
})
export type Answer = z.infer<typeof answerSchema>

/**
 * The head of an answer of version 2 (`update/body.ts`). A file is named by its place in the manifest's list, from 0. A
 * file's content is named by the first file that has it.
 */
export const updateHeadSchema = z
  .object({
    v: z.literal(UPDATE_VERSION),
    /** The digest of the manifest's signed text. */
    release: sha256,
    signatures: envelopeSchema.shape.signatures,
    roots: list(envelopeSchema, MOST_ROOTS),
    /** The number of files of the release: the expected count. */
    files: count,
    /**
     * How the text of the manifest is sent: whole, as a delta from the manifest of the release that the device named,
     * or not at all because it is the same.
     */
    text: z.object({ is: z.enum(['whole', 'delta', 'same']), bytes: count, size: count }),
    /** The contents that are in this body: for each, the file and the length in bytes. */
    here: list(z.tuple([count, count]), MOST_FILES),
    /**
     * The contents that are sent as a delta. `from` is a file of the release that the device named; the delta is
     * applied to the content of this file.
     */
    deltas: list(
      z.object({
        file: count,
        from: count,
        bytes: count,
        /** The SHA-256 of a delta that is not in this body; its parts are requested with it. */
        sha256: z.optional(sha256),
      }),
      MOST_FILES,
    ),
    /**
     * The places of the contents that are not in this body: the first file of each page of the release, and the first
     * file of each content in parts. Absent if this body has all that the device lacks.
     */
    elsewhere: z.optional(z.object({ pages: list(count, MOST_FILES), parts: list(count, MOST_FILES) })),
  })
  .check(
    z.meta({
      id: 'UpdateHead',
      description: 'The first line of an answer of version 2; the bytes that it names follow it',
    }),
  )
export type UpdateHead = z.infer<typeof updateHeadSchema>

/** The reply to GET /api/distribution?page=n. */
export const pageSchema = z.object({
  page: count,
  files: list(z.object({ sha256, ...content }), MOST_FILES),
})
export type Page = z.infer<typeof pageSchema>

/**
 * `credentials.json` of a device: the host's address, the key, the root with which the device was enrolled, and the
 * company's settings. `enrolment.json` of a new device has the same members, with the token, which the device exchanges
 * for its key. Members that this program does not know are ignored, so that an older program can read the file.
 */
export const credentialsSchema = z.object({
  url: z.url(),
  keyid: z.string(),
  /** The HMAC secret, 32 bytes in base64url. */
  secret: z.string(),
  root: envelopeSchema,
  /** The company's language; a language that this program does not know is left out. */
  language: z.catch(z.optional(z.enum(LANGUAGES)), undefined),
  /** The IANA name of the company's time zone. */
  timezone: z.optional(z.string()),
  /** The company's proxy for HTTPS: the URL `http://host:port`. */
  proxy: z.optional(z.url({ protocol: /^http$/ })),
})
export type Credentials = z.infer<typeof credentialsSchema>
