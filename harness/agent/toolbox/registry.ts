import { bashTool } from './bash.js';
import { editTool } from './edit.js';
import { globTool } from './glob.js';
import { grepTool } from './grep.js';
import { processTool } from './process.js';
import { readTool } from './read.js';
import { subagentContinueTool, subagentForkTool, subagentTool } from './subagent.js';
import { todoTool } from './todo.js';
import { writeTool } from './write.js';
import type { ToolSchema } from '../../schema/model-request.js';
import type { Tool } from './tool.js';

/** Every tool, in the order the model is told of them. */
export const TOOLS: readonly Tool[] = [
  readTool,
  writeTool,
  editTool,
  bashTool,
  processTool,
  globTool,
  grepTool,
  todoTool,
  subagentTool,
  subagentForkTool,
  subagentContinueTool,
];

const BY_NAME = new Map(TOOLS.map((tool) => [tool.schema.name, tool]));

export const findTool = (name: string): Tool | undefined => BY_NAME.get(name);

export const toolSchemas = (): ToolSchema[] => TOOLS.map((tool) => tool.schema);
