/**
 * The publisher signs roots and releases, and the host only hands them out. The device has a fixed first root, and
 * trusts nothing before it has checked the signatures.
 */
import * as z from 'zod/mini'
import { LANGUAGES } from '../language/language.ts'
import { MOST_FILES, MOST_ROOTS, MOST_SIGNATURES, UPDATE_VERSION, WIRE_VERSION } from './limits.ts'

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const count = z.int().check(z.minimum(0))
const version = z.int().check(z.minimum(1))
const datetime = z.iso.datetime()

/** An array of at most `most` elements. `readBounded` stops reading after so many. */
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

/** A root has the Ed25519 keys that may sign (key id -> raw public key, base64url), and how many of them must. */
export const rootSchema = z.object({
  v: z.literal(WIRE_VERSION),
  version,
  keys: z.record(sha256, z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))),
  threshold: z.int().check(z.minimum(1)),
  expires: datetime,
  /** Set for a root of development, which a production deployment refuses. */
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

export const manifestSchema = z.object({
  v: z.literal(WIRE_VERSION),
  version,
  created: datetime,
  expires: datetime,
  index: z.object({ path: z.string(), heading: z.string() }),
  files: z.array(releaseFileSchema),
})
export type Manifest = z.infer<typeof manifestSchema>

const content = { text: z.optional(z.string()), base64: z.optional(z.string()) }

/** A file in an answer. Exactly one of text, base64, same, page and parts says where the content is. */
const entrySchema = z.object({
  path: z.string(),
  sha256,
  ...content,
  same: z.optional(z.literal(true)),
  page: z.optional(count),
  parts: z.optional(version),
})
export type Entry = z.infer<typeof entrySchema>

/** The reply to GET or POST /api/distribution in version 1. `files` has an entry for each file of the release. */
export const answerSchema = z.object({
  v: z.literal(WIRE_VERSION),
  release: envelopeSchema,
  roots: list(envelopeSchema, MOST_ROOTS),
  files: list(entrySchema, MOST_FILES),
  pages: count,
})
export type Answer = z.infer<typeof answerSchema>

/** Names a file by its place in the manifest's list, from 0, and a content by the first file that has this content. */
export const updateHeadSchema = z
  .object({
    v: z.literal(UPDATE_VERSION),
    /** The SHA-256 of the manifest's signed text. */
    release: sha256,
    signatures: envelopeSchema.shape.signatures,
    roots: list(envelopeSchema, MOST_ROOTS),
    files: count,
    /** The manifest: whole, as a delta from the release that the device named, or left out because it is the same. */
    text: z.object({ is: z.enum(['whole', 'delta', 'same']), bytes: count, size: count }),
    /** The contents in this body, each as its file and its length in bytes. */
    here: list(z.tuple([count, count]), MOST_FILES),
    /** The deltas for the device. `from` is a file of the release that the device named. */
    deltas: list(
      z.object({
        file: count,
        from: count,
        bytes: count,
        /** The SHA-256 with which the delta's parts are requested. Absent if the delta is in this body. */
        sha256: z.optional(sha256),
      }),
      MOST_FILES,
    ),
    /** The first file of each page, and of each content in parts. Absent if this body has all that the device lacks. */
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
 * The file `credentials.json` of a device. `enrolment.json` has the same members, with a token that the device
 * exchanges for its key. Unknown members are ignored, so that an older program can read the file.
 */
export const credentialsSchema = z.object({
  url: z.url(),
  keyid: z.string(),
  /** The key for HMAC, 32 bytes in base64url. */
  secret: z.string(),
  root: envelopeSchema,
  /** The company's language. A language that this program does not know is left out. */
  language: z.catch(z.optional(z.enum(LANGUAGES)), undefined),
  /** The IANA name of the company's time zone. */
  timezone: z.optional(z.string()),
  /** The company's proxy for HTTPS: `http://host:port`. */
  proxy: z.optional(z.url({ protocol: /^http$/ })),
})
export type Credentials = z.infer<typeof credentialsSchema>
