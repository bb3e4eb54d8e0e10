import { defineScenarios } from 'playwright-acp';

defineScenarios('../snapshots');
