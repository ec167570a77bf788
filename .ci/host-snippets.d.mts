export function nginxSnippet(): string;
export function vercelSnippet(): string;
