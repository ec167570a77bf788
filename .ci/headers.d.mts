export const isolationHeaders: Record<string, string>;
