import { argumentFault, type ArgumentSchema } from './check-arguments.js';
import { findTool } from './registry.js';
import type { Tool, ToolArguments } from './tool.js';

/** A tool call of the model as it was written. */
export interface ToolCall {
  id: string;
  name: string;
  /** JSON text. */
  arguments: string;
}

/** A call whose tool and arguments are known to be right. */
export interface RunnableCall {
  call: ToolCall;
  tool: Tool;
  args: ToolArguments;
}

/** A call that can run, or what the model is told instead. */
export type PreparedCall = RunnableCall | { call: ToolCall; fault: string };

/** Finds the tool of a call and checks its arguments. Pure. */
export function prepareCall(call: ToolCall): PreparedCall {
  const tool = findTool(call.name);
  if (!tool) return { call, fault: `There is no tool named "${call.name}".` };
  let args: unknown;
  try {
    args = JSON.parse(call.arguments);
  } catch {
    // The parser's own words differ between versions of Node, and the model's next request must not.
    return { call, fault: `The arguments of ${call.name} are not JSON.` };
  }
  const fault = argumentFault(args, tool.schema.parameters as unknown as ArgumentSchema);
  return fault === undefined
    ? { call, tool, args: args as ToolArguments }
    : { call, fault: `The arguments of ${call.name} are wrong: ${fault}.` };
}
