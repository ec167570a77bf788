/** The look of a saved page. It is named by its hash in the page's policy, so it is the same for every page. */
export const htmlStyle = `
:root { color-scheme: light dark; }
body { max-width: 100ch; margin: 0 auto; padding: 16px; font: 14px/1.45 system-ui, sans-serif;
  color: light-dark(#191c1e, #e4e8ea); background: light-dark(#ffffff, #131618); }
h1 { font-size: 20px; margin: 0; overflow-wrap: anywhere; }
h2 { font-size: 13px; margin: 0 0 4px; }
section { margin: 12px 0; }
pre { margin: 4px 0; white-space: pre-wrap; overflow-wrap: anywhere; font: 12px/1.5 ui-monospace, monospace; }
.fact, .note { margin: 4px 0; color: light-dark(#50595f, #a2acb2); overflow-wrap: anywhere; }
.user pre { padding: 8px 12px; border-radius: 6px; background: light-dark(#f6f7f7, #191d1f); }
.call { padding-left: 12px; border-left: 2px solid light-dark(#b9c1c5, #4a5459); }
.call.failed, .call.error { border-color: light-dark(#b3261e, #ff8f85); }
.call.timeout, .call.stopped { border-color: light-dark(#7f5200, #e9b45c); }
.sub { margin-left: 24px; }
.harness { color: light-dark(#7a2fa0, #cf9ff0); }
details pre { padding: 8px; border: 1px solid light-dark(#dfe3e5, #2a3033); border-radius: 6px;
  background: light-dark(#f6f7f7, #191d1f); }
summary { cursor: pointer; padding: 2px 0; }
`;
