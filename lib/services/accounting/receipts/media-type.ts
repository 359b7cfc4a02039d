/** The media types of receipts, by file extension: the service reads only receipts of the types that it knows. */
const TYPES: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  bmp: 'image/bmp',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  webp: 'image/webp',
  heic: 'image/heic',
  heif: 'image/heif',
}

/** Returns the media type of the file with this name; undefined for an extension that receipts do not usually have. */
export function mediaTypeOf(name: string): string | undefined {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return Object.hasOwn(TYPES, extension) ? TYPES[extension] : undefined
}
