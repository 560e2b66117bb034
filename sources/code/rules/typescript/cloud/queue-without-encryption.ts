import * as sqs from "aws-cdk-lib/aws-sqs";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";

export function queues(stack: any) {
  // ruleid: typescript/cloud/queue-without-encryption
  new sqs.Queue(stack, "a");
  // ruleid: typescript/cloud/queue-without-encryption
  new sqs.Queue(stack, "b", { encryption: sqs.QueueEncryption.UNENCRYPTED });
  // ruleid: typescript/cloud/queue-without-encryption
  const one = new Queue(stack, "c");

  // ok: typescript/cloud/queue-without-encryption
  new sqs.Queue(stack, "d", { encryption: sqs.QueueEncryption.KMS_MANAGED });
  // ok: typescript/cloud/queue-without-encryption
  new Queue(stack, "e", { encryption: QueueEncryption.KMS_MANAGED });
  // ok: typescript/cloud/queue-without-encryption
  const two = new sqs.Queue(stack, "f", { encryption: sqs.QueueEncryption.KMS });
  return [one, two];
}
