import type { NewEvent } from '../log/event.js';
import type { Client } from '../session/client.js';
import { createSession, openStored } from '../session/open.js';
import type { Session } from '../session/session.js';
import type { SubagentTask } from '../toolbox/tool.js';
import { seedEvents } from './seed.js';

/** The session of a sub-agent, before its first turn. It begins as a log of its own that names its parent. */
export function createChild(parent: Session, task: Extract<SubagentTask, { start: string }>, client: Client): Session {
  const seed = task.start === 'fork' ? seedEvents(parent.log.events) : [];
  const child = createSession(parent.state.cwd, parent.config, client, {
    parentSession: parent.id,
    ...(task.start === 'fork' ? { seedLength: seed.length } : {}),
    origin: 'subagent',
    delegationDepth: parent.log.header.delegationDepth + 1,
  });
  for (const event of seed) child.record(event);
  if (task.start === 'fork') child.record({ type: 'session/end-seed', data: {} });
  for (const event of inheritedSettings(parent, child)) child.record(event);
  describe(child, task.start, task);
  return child;
}

/** A sub-agent that was kept, as its log tells of it. */
export function reopenChild(parent: Session, childSession: string, task: SubagentTask, client: Client): Session | undefined {
  const child = openStored(childSession, parent.state.cwd, parent.config, client, parent.id)?.session;
  if (child) describe(child, 'kept', task);
  return child;
}

const describe = (child: Session, provider: 'fresh' | 'fork' | 'kept', task: SubagentTask): void =>
  void child.record({
    type: 'subagent/descriptor',
    data: { version: 2, mode: 'keep' in task && !task.keep ? 'one-shot' : 'continued', provider, label: task.description },
  });

/**
 * The user allowed the delegation as a whole, and nobody is asked while it is done. What the user has rejected for the
 * session stays rejected.
 */
function inheritedSettings({ state }: Session, child: Session): NewEvent[] {
  const source = 'delegation';
  const options = Object.entries(state.options).filter(([option, value]) => child.state.options[option] !== value);
  const rejected = Object.entries(state.remembered).filter(([name, said]) => said === 'reject' && child.state.remembered[name] !== said);
  return [
    ...(child.state.mode === 'auto' ? [] : [{ type: 'session/mode', data: { mode: 'auto', source } }]),
    ...options.map(([option, value]) => ({ type: 'session/config', data: { option, value, source } })),
    ...rejected.map(([name]) => ({ type: 'permission/answer', data: { name, decision: 'reject', scope: 'session', source } })),
  ];
}
