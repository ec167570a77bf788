export const isolationHeaders: Record<string, string>;
export const metaCsp: string;
export const documentCsp: string;
export const networkWorkerCsp: string;
export const workerCsp: string;
export const guestCsp: string;
export const headerRules: readonly { pattern: string; headers: Record<string, string> }[];
export function headersFor(pathname: string): Record<string, string>;
export function headersFile(): string;
