// What the Vite plugin in this folder makes; each default export is the URL of one asset.

declare module 'virtual:guest/page' {
  /** `guest.html`, the document of the sandboxed frame. */
  const url: string;
  export default url;
  /** The same with a hash of what it holds behind a `?`: what a service worker may answer, and nothing else. */
  export const versionedUrl: string;
  /** `guest-outer.html`, an empty document with the policy of `guest.html`. */
  export const outerUrl: string;
}

declare module 'virtual:guest/command-worker' {
  const url: string;
  export default url;
}

declare module 'virtual:guest/file-worker' {
  const url: string;
  export default url;
}

declare module 'virtual:guest/node-worker' {
  const url: string;
  export default url;
}

declare module 'virtual:guest/git' {
  const url: string;
  export default url;
}

declare module 'virtual:guest/jq' {
  const url: string;
  export default url;
}

declare module 'virtual:guest/npm' {
  const url: string;
  export default url;
}
