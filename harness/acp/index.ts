/**
 * The protocol's edge: bytes in, frames out; the client's side of a connection; the input driven over it.
 *
 *   const tap = createTap();                                                  tap.frames: CapturedFrame[], grows; tap.elapsed(): ms
 *   const agent = await bootAgent({ …, onStdout: tap.agentBytes, onStdoutEnd: tap.agentEnd });
 *   const client = createClient({ agent, tap, cwd, deadlines?: Partial<Deadlines> });
 *   const driver = createDriver(client, { file, logs?, clientInfo?, onStep?, quiescence? });
 *     await driver.step(step: InputStep, line = 0): Promise<unknown>          the request's result; driven by hand: line 0
 *     await driver.finish()                                                   open prompts, silence, answers left over
 *     driver.prompts: PromptOutcome[]  driver.sessions: Map<alias, id>        also there after a failure
 *   or all at once: await driveInput(client, steps, context): { prompts, sessions }
 *   then: await agent.shutdown(client.deadlines.grace); tap.clientEnd();
 */
export { createClient, type Client, type ClientOptions, type RpcError, type RpcResponse } from './client.js';
export { DEFAULT_DEADLINES, resolveDeadlines, type Deadlines } from './deadlines.js';
export { describeFrame } from './describe-frame.js';
export type { DriveContext, PromptOutcome } from './drive-state.js';
export { createDriver, driveInput, type Driver } from './driver.js';
export { METHODS, PROTOCOL_VERSION } from './methods.js';
export { matchesPattern } from './pattern.js';
export { createTap, type FrameListener, type Tap, type TapOptions } from './tap.js';
export { createTerminals, type StartTerminal } from './terminals.js';
