export const reinstallModules = 'Reinstall node_modules';
export const reinstalling = '<code>npm install</code> runs; what it says is in the conversation.';
export const servers = 'Servers';
export const serverOf = (port: number) => `localhost:${port}`;
export const preview = 'Preview';
export const processes = 'Processes';
export const nothingRuns =
  'Nothing runs. A command with <code>&</code> at its end goes on in the background.';
export const endProcess = (pid: number) => `End process ${pid}`;
export const end = 'End';
