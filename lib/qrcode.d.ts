/** The types of the package `qrcode`, which has none of its own; only those that an invitation needs. */
declare module 'qrcode' {
  const qrcode: { toString(text: string, options: { type: 'utf8' }): Promise<string> }
  export default qrcode
}

declare module 'qrcode/lib/core/qrcode.js' {
  const core: {
    create(
      text: string,
      options: { errorCorrectionLevel: 'L' },
    ): { modules: { size: number; data: Uint8Array } }
  }
  export default core
}
