/** How large a directory may be. */
export interface DirectoryLimits {
  /** The most files. */
  maxFiles: number;
  /** The most bytes of all files together. */
  maxBytes: number;
}
