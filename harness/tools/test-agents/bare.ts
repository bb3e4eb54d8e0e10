import { createSandbox } from '../../process/index.js';
import { connect } from '../../run/connect.js';
import { drive, newDrive } from '../../run/drive.js';
import { prepareLaunch } from '../../run/launch.js';
import type { Placeholders } from '../../run/placeholders.js';
import type { Scenario } from '../../scenario/index.js';
import type { AgentProfile } from '../../schema/index.js';

export interface BareOptions {
  placeholders: Placeholders;
  environment: Readonly<Record<string, string | undefined>>;
  /** Where the agent calls: the live provider itself, nothing between them. */
  url: string;
}

/** Seconds from the boot to the end of the agent, without our provider, surfaces or comparison. */
export async function timeBare(scenario: Scenario, profile: AgentProfile, options: BareOptions): Promise<number> {
  const sandbox = await createSandbox('bare');
  try {
    const launch = await prepareLaunch(profile, sandbox, { ...options, urls: { '': options.url }, runMode: 'record' });
    const start = performance.now();
    const connection = await connect(profile, sandbox, launch);
    try {
      await drive(scenario, connection, newDrive(), { quiescence: profile.quiescence ?? 25 });
    } finally {
      await connection.close();
    }
    return (performance.now() - start) / 1000;
  } finally {
    await sandbox.remove();
  }
}
