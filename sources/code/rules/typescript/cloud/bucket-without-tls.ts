import * as s3 from "aws-cdk-lib/aws-s3";
import { Bucket } from "aws-cdk-lib/aws-s3";

export function buckets(stack: any) {
  // ruleid: typescript/cloud/bucket-without-tls
  new s3.Bucket(stack, "a");
  // ruleid: typescript/cloud/bucket-without-tls
  new s3.Bucket(stack, "b", { enforceSSL: false });
  // ruleid: typescript/cloud/bucket-without-tls
  const one = new Bucket(stack, "c");

  // ok: typescript/cloud/bucket-without-tls
  new s3.Bucket(stack, "d", { enforceSSL: true });
  // ok: typescript/cloud/bucket-without-tls
  new Bucket(stack, "e", { versioned: true, enforceSSL: true });
  const isOn = true;
  // ok: typescript/cloud/bucket-without-tls
  const two = new s3.Bucket(stack, "f", { enforceSSL: isOn });
  return [one, two];
}
