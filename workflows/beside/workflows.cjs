/** The entry of a bundle with a team's Workflows: webpack resolves the name to their module. */
const team = require('threadline-team-workflows');
const own = require('../index.js');
const { describeSharedNames } = require('../../protocol/workflow-types.js');

const shared = Object.keys(own).filter((name) => name in team);
if (shared.length > 0) throw new Error(describeSharedNames('Workflow', shared));

module.exports = { ...team, ...own };
