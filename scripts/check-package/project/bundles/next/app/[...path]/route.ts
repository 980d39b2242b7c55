import { connect } from 'threadline';
import { createGateway, singleKey } from 'threadline/server';

const gateway = createGateway({
  client: () => connect(),
  authenticate: singleKey({ key: 'key of ada', user: 'ada' }),
});
export const GET = gateway.fetch;
export const POST = gateway.fetch;
