/**
 * The child: booted in its own process group, tapped from its first byte, ended by a ladder, never left behind.
 *
 *   createSandbox(prefix: string, { ledger?, parent? }): Promise<Sandbox>            root, cwd, home, tmp, run, remove(): Promise<pids ended>
 *   allowedEnvironment(caller, { home, tmp }): Record<string, string>                the child's whole environment
 *   bootAgent({ command, cwd, environment, onStdout, onStdoutEnd?, stderrFile?, enter?, ledger? }): Promise<AgentProcess>
 *   AgentProcess = { pid, command, write(bytes): Promise<boolean>, stderrTail(), exited, drained, exit, shutdown(grace = 2000) }
 *   shutdown(): Promise<{ exitCode, signal, shutdown, endedLeftovers, drained }>
 *   prepareNetwork(ledger?)                                                          a namespace ahead of need
 *   openNetwork({ unsealed?, ledger? }): Promise<AgentNetwork>                       sealed, why, environment, enter, attempts, listen(), close()
 *   sweep(ledger: string): Promise<{ processes, folders, kept, problems }>
 */
export type { AgentProcess, ProcessExit, ShutdownResult, ShutdownRung } from './agent-process.js';
export { bootAgent, type BootOptions } from './boot.js';
export { allowedEnvironment, type SandboxFolders } from './environment.js';
export { openNetwork, prepareNetwork, type AgentNetwork, type CountedAttempt, type NetworkOptions } from './network/index.js';
export { createSandbox, removeFolder, SANDBOX_PREFIX, type Sandbox, type SandboxOptions } from './sandbox.js';
export { createTailRing, type TailRing } from './stderr-ring.js';
export { sweep, type SweepReport } from './sweep.js';
