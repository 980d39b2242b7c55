/** The entry of a bundle that includes a team's Workflows. Webpack resolves `threadline-team-workflows`. */
const team = require('threadline-team-workflows');
const own = require('../index.js');
const { describeSharedNames } = require('../../protocol/workflow-types.js');

const shared = Object.keys(own).filter((name) => name in team);
if (shared.length > 0) throw new Error(describeSharedNames('Workflow', shared));

module.exports = { ...team, ...own };
