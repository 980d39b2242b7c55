export interface ApprovalWebhook {
  /** Receives a POST for each new approval, until it answers with a 2xx status. */
  url: string;
  /** Signs requests per Standard Webhooks, https://www.standardwebhooks.com. Default: unsigned. */
  secret?: string;
}

export function checkApprovalWebhook({ url, secret }: ApprovalWebhook): void {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new Error(`'approvalWebhook.url' must be an http or https address, not '${url}'`);
  if (secret === '') throw new Error("'approvalWebhook.secret' is empty: set it or remove it");
}
