export interface PtyProcess {
  /** Output that came before is handed over at once. The exit is the code, or minus the number of the signal. */
  listen(listeners: { onOutput(bytes: Buffer): void; onExit(code: number): void }): void;
  write(text: string): void;
  resize(size: { readonly cols: number; readonly rows: number }): void;
  kill(signal: number): void;
  pause(): void;
  resume(): void;
  close(): void;
}

/** Programs on real pseudo-terminals, which one Python process makes. Rejects where there is no Python. */
export function startPtyBroker(): Promise<{
  /** Rejects where the program cannot be started. */
  spawn(order: {
    readonly argv: readonly string[];
    readonly cwd: string;
    readonly env: Readonly<Record<string, string>>;
    readonly cols: number;
    readonly rows: number;
    readonly crlf: boolean;
  }): Promise<PtyProcess>;
  close(): void;
}>;
